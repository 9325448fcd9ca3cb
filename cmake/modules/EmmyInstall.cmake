# What is installed, and the package that find_package(Emmy) finds: from an
# installation, and from a build folder with -DEmmy_DIR=<build>/lib/cmake/Emmy.

include(CMakePackageConfigHelpers)

set(EMMY_PACKAGE_DIR lib/cmake/Emmy)

install(TARGETS Emmy EXPORT EmmyTargets LIBRARY DESTINATION lib)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/Emmy ${PROJECT_BINARY_DIR}/include/Emmy
  DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(EXPORT EmmyTargets NAMESPACE Emmy:: DESTINATION ${EMMY_PACKAGE_DIR})
export(EXPORT EmmyTargets NAMESPACE Emmy:: FILE ${PROJECT_BINARY_DIR}/${EMMY_PACKAGE_DIR}/EmmyTargets.cmake)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/EmmyConfig.cmake.in
  ${PROJECT_BINARY_DIR}/${EMMY_PACKAGE_DIR}/EmmyConfig.cmake
  INSTALL_DESTINATION ${EMMY_PACKAGE_DIR})
# Before 1.0 a minor version may break what embeds it.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/${EMMY_PACKAGE_DIR}/EmmyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/${EMMY_PACKAGE_DIR}/EmmyConfig.cmake
  ${PROJECT_BINARY_DIR}/${EMMY_PACKAGE_DIR}/EmmyConfigVersion.cmake
  DESTINATION ${EMMY_PACKAGE_DIR})
