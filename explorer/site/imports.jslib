// Tells the linker which functions probe.js provides, so that it still reports other missing functions.
mergeInto(LibraryManager.library, { file_number() {}, file_bytes() {}, read_file() {}, prefetch_file() {} });
