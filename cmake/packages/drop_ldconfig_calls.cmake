# cpack runs this script when the packages are made. cpack makes the package of a shared library call ldconfig; Debian
# expects a trigger instead, which the package already has.
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
