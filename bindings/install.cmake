# Installs the libraries, and the files by which other projects find them: find_package(uisge) and pkg-config.
set(libraries uisge_library_shared uisge_library_static)
if(NOT UISGE_LIBRARY_ONLY)
  list(APPEND libraries uisge_solver_library_shared uisge_solver_library_static)
endif()
install(TARGETS ${libraries} EXPORT uisge-targets
        LIBRARY COMPONENT libraries NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
install(EXPORT uisge-targets NAMESPACE uisge:: DESTINATION ${UISGE_INSTALLED_PACKAGE} COMPONENT development)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/uisge/*.h)
if(UISGE_LIBRARY_ONLY)
  list(FILTER headers EXCLUDE REGEX "/(notes|proof|review|solver)\\.h$")
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/uisge COMPONENT development)
install(FILES c/uisge.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

configure_package_config_file(uisge-config.cmake.in uisge-config.cmake INSTALL_DESTINATION ${UISGE_INSTALLED_PACKAGE})
write_basic_package_version_file(uisge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/uisge-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/uisge-config-version.cmake
        DESTINATION ${UISGE_INSTALLED_PACKAGE} COMPONENT development)

# The prefix is relative to the .pc file, so that the folder may be moved.
file(RELATIVE_PATH UISGE_PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name uisge uisge-solver)
  if(name STREQUAL uisge OR NOT UISGE_LIBRARY_ONLY)
    configure_file(${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
            COMPONENT development)
  endif()
endforeach()
