# What `cmake --install` lays down: commands, headers, both libraries, pkg-config and CMake packages.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pns)

install(TARGETS pns_static pns_shared EXPORT pns-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(command pns pns-check)
  if(TARGET ${command})
    install(TARGETS ${command} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pns DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Finds the library from here; put the folder into PYTHONPATH.
install(FILES ${PROJECT_SOURCE_DIR}/python/pns.py DESTINATION ${CMAKE_INSTALL_DATADIR}/pns)
install(EXPORT pns-targets NAMESPACE pns:: DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/pns-config.cmake.in
  ${PROJECT_BINARY_DIR}/pns-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pns-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pns-config.cmake ${PROJECT_BINARY_DIR}/pns-config-version.cmake
  DESTINATION ${package_dir})

# Relative, so that the tree can be moved.
file(RELATIVE_PATH PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/pns.pc.in ${PROJECT_BINARY_DIR}/pns.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pns.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
