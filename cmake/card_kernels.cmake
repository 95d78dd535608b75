# Compiles the kernels for graphics cards to PTX, a text that the card's driver compiles. clang does this without a
# vendor's toolkit. UISGE_GPU says whether the kernels are built in; the default is yes if a suitable clang is found.
# Neither the default nor the clang that is found is stored in the build folder, so that a clang that is installed later
# has an effect. -DUISGE_CARD_CLANG=PATH names another clang.
find_program(UISGE_CARD_CLANG NAMES clang++-19 clang++-16 clang++-14 clang++ NO_CACHE)
set(card_flags -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70
               -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++20 -O3
               # Inlines every function, since functions that are not inlined pass arrays of values through memory.
               -mllvm -inline-threshold=100000 -S)

if(NOT DEFINED UISGE_GPU)
  set(can_compile 1)
  if(UISGE_CARD_CLANG)
    file(WRITE ${CMAKE_BINARY_DIR}/card_probe.cu "extern \"C\" __attribute__((global)) void probe(unsigned* p) { *p = __nvvm_shfl_sync_idx_i32(~0u, 1, 0, 31); }\n")
    execute_process(COMMAND ${UISGE_CARD_CLANG} ${card_flags} ${CMAKE_BINARY_DIR}/card_probe.cu -o ${CMAKE_BINARY_DIR}/card_probe.ptx
                    RESULT_VARIABLE can_compile OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(can_compile EQUAL 0)
    set(UISGE_GPU ON)
  else()
    set(UISGE_GPU OFF)
  endif()
endif()

set(card_ptx ${CMAKE_BINARY_DIR}/card_kernels.ptx)
set(card_kernels_source ${CMAKE_BINARY_DIR}/card_kernels_ptx.cpp)
if(UISGE_GPU)
  if(NOT UISGE_CARD_CLANG)
    message(FATAL_ERROR "UISGE_GPU needs clang: install clang-14, or configure with -DUISGE_GPU=OFF")
  endif()
  # The compiler writes the list of the headers, so that a change of any of them compiles the kernels anew.
  add_custom_command(OUTPUT ${card_ptx}
                     COMMAND ${UISGE_CARD_CLANG} ${card_flags} -MMD -MF ${card_ptx}.d -MQ ${card_ptx}
                             -I${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/solver/card/card_kernels.cu -o ${card_ptx}
                     DEPENDS ${PROJECT_SOURCE_DIR}/solver/card/card_kernels.cu
                     DEPFILE ${card_ptx}.d
                     COMMENT "Compiling the kernels for graphics cards" VERBATIM)
  add_custom_command(OUTPUT ${card_kernels_source}
                     COMMAND ${CMAKE_COMMAND} -DPTX=${card_ptx} -DSOURCE=${card_kernels_source}
                             -P ${PROJECT_SOURCE_DIR}/cmake/embed_ptx.cmake
                     DEPENDS ${card_ptx} ${PROJECT_SOURCE_DIR}/cmake/embed_ptx.cmake VERBATIM)
else()
  file(GENERATE OUTPUT ${card_kernels_source}
       CONTENT "#include \"solver/card/card_engine.h\"\nstd::string_view uisge::card_kernels_ptx() { return {}; }\n")
endif()
