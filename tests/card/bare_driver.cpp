// A library that has one function of a driver and lacks all others.
extern "C" int cuInit(unsigned /*flags*/) {
  return 0;
}
