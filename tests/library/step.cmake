# Runs a command for a test script. If the command fails, the test fails with the command's output.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Runs both probes, which were built in `folder`.
function(run_examples folder database)
  foreach(program probe_c probe_cpp)
    step(${folder}/${program} ${database} "3/bb1/1ww w")
    if(NOT output MATCHES "^3/bb1/1ww w: [a-z]+( in [0-9]+)?\n  \\* ")
      message(FATAL_ERROR "${program} says: ${output}")
    endif()
  endforeach()
endfunction()
