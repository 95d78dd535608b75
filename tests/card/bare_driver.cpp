// A library with only one of the functions of a driver.
extern "C" int cuInit(unsigned /*flags*/) {
  return 0;
}
