// Tells the compiler's linker which functions probe.js provides, so that it reports every other one that is missing.
mergeInto(LibraryManager.library, { file_number() {}, file_bytes() {}, read_file() {}, expect_file() {} });
