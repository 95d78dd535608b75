# Turns the file PTX into the C++ file SOURCE, which defines uisge::card_kernels_ptx().
file(READ ${PTX} text)
file(WRITE ${SOURCE} "#include \"solver/card/card_engine.h\"
static constexpr char kPtx[] = R\"ptx(${text})ptx\";
std::string_view uisge::card_kernels_ptx() { return {kPtx, sizeof(kPtx) - 1}; }
")
