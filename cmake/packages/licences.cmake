# A static program contains parts of the libraries that it is linked with, so the archive has their licences, too.
set(licences ${made}/licences)
file(MAKE_DIRECTORY ${licences})
foreach(package libc6-dev libstdc++-12-dev libbsd-dev libedit-dev libfmt-dev libmd-dev libncurses-dev libtbb-dev libxxhash-dev
                nettle-dev libcli11-dev nlohmann-json3-dev libboost-dev libexpected-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(COPY_FILE /usr/share/doc/${package}/copyright ${licences}/${package})
  endif()
endforeach()
install(DIRECTORY ${licences} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licences)
