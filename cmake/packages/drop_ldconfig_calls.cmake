# cpack runs this script when the packages are made. cpack adds calls of ldconfig to the package of a shared library.
# Debian expects a trigger instead, and the package already has this trigger.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(NOT package MATCHES "/libuisge[0-9]+_[^/]*$")
    continue()
  endif()
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/libraries-again)
  file(REMOVE_RECURSE ${folder})
  execute_process(COMMAND dpkg-deb -R ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
  execute_process(COMMAND dpkg-deb --root-owner-group -Zxz -b ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
