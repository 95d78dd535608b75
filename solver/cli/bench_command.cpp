// `uisge bench`: measures, in half a minute, how fast this machine does the program's work. If the speed of memory
// limits a figure, the command prints this limit beside the figure.
#include <filesystem>

#include "core/piece_count.h"
#include "core/start.h"
#include "db/probe.h"
#include "solver/card/card_engine.h"
#include "solver/card/card_speed.h"
#include "solver/cli/commands.h"
#include "solver/cli/kernel_option.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/wrapped_text.h"
#include "solver/measure/engine_plies.h"
#include "solver/measure/kernel_load.h"
#include "solver/measure/least_seconds.h"
#include "solver/measure/memory_traffic.h"
#include "solver/measure/probe_load.h"
#include "solver/parallel_perft.h"
#include "solver/ratio.h"
#include "solver/solve/solve.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr double kBudget = 0.4;  // seconds for each short measurement
constexpr int kPerftPlies = 9;

struct BenchOptions {
  std::size_t threads = 1;
  InstructionSet kernel = InstructionSet::kPortable;
};

struct Figure {
  std::string what;
  double per_second;
  std::string unit;
  double limit = 0;  // the highest figure that the speed of memory allows; 0: no such limit
};

class ScratchFolder {
 public:
  static Result<ScratchFolder> make() {
    std::string name = std::filesystem::temp_directory_path().string() + "/uisge-bench-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) return resource_error(name + ": the folder cannot be made");
    return ScratchFolder(std::move(name));
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

class Bench {
 public:
  explicit Bench(const BenchOptions& options) : options_(options) {}

  Result<std::vector<Figure>> run() {
    measure_memory();
    for (const InstructionSet set : supported_instruction_sets()) measure_kernel(set);
    measure_sweeps();
    UISGE_TRY(measure_solve());
    UISGE_TRY(measure_probe());
    measure_perft();
    UISGE_TRY(measure_graphics_card());
    if (stop_.requested()) return interrupted();
    progress_.clear();
    return figures_;
  }

 private:
  static tl::unexpected<Error> interrupted() { return interrupted_error("bench: interrupted"); }

  // Shows what is measured next; returns false if a stop was requested.
  bool begin(const std::string& what) {
    progress_.update([&] { return "measuring: " + what; });
    return !stop_.requested();
  }

  void add(std::string what, double per_second, std::string unit, double limit = 0) {
    figures_.push_back({std::move(what), per_second, std::move(unit), limit});
  }

  std::vector<std::size_t> thread_counts() const {
    return options_.threads == 1 ? std::vector<std::size_t>{1} : std::vector<std::size_t>{1, options_.threads};
  }

  void measure_memory() {
    for (const std::size_t threads : thread_counts()) {
      if (!begin("memory")) return;
      MemoryTraffic traffic(threads);
      std::uint64_t sum = 0;
      read_bandwidth_ = per_second(traffic.bytes(), least_seconds(kBudget, [&] { sum += traffic.read(); }));
      if (sum == 0) return;  // never true; the sum only keeps the compiler from removing the reads
      add("memory, read, " + format_number_of(threads, "thread"), read_bandwidth_, "bytes");
      add("memory, copy, " + format_number_of(threads, "thread"),
          per_second(traffic.bytes(), least_seconds(kBudget, [&] { traffic.copy(); })), "bytes");
      if (threads == 1) single_bandwidth_ = read_bandwidth_;
    }
  }

  void measure_kernel(InstructionSet set) {
    if (!begin("kernels")) return;
    const bool chosen = set == options_.kernel;
    for (const int pieces : chosen ? std::vector{4, 5, 6} : std::vector{5}) {
      KernelLoad load(set, pieces);
      const std::string name = fmt::format("kernel {}, {} a side, ", to_string(set), pieces);
      add(name + "moves", per_second(load.gathered_bytes(), least_seconds(kBudget / 4, [&] { load.or_blocks(); })),
          "bytes", single_bandwidth_);
      // take_new() reads the plane of won positions and the plane of lost positions.
      add(name + "what is new",
          per_second(load.placement_bytes(), least_seconds(kBudget / 4, [&] { load.take_new(); })), "bytes",
          single_bandwidth_ / 2);
    }
  }

  Result<void> measure_graphics_card() {
    auto card = open_card();
    if (!card || !begin("graphics card")) return {};
    const auto speed = measure_card(*card);
    if (!speed) {
      Error error = speed.error();
      error.advice.clear();  // the advice is for solves
      return tl::unexpected(std::move(error));
    }
    const auto sheet = static_cast<double>(card->info().bytes_per_second);
    add("card, memory cleared", speed->cleared, "bytes", sheet);
    add("card, copied there", speed->copied_in, "bytes");
    add("card, copied back", speed->copied_out, "bytes");
    add("card, sweep of 7x6 with 5", speed->swept, "positions");
    return {};
  }

  void measure_sweeps() {
    if (!begin("placements")) return;
    const auto enumerate = [] { return enumerate_placements(Board(kRealBoard), 2 * kMaxPieces).size(); };
    std::size_t placements = 0;
    const double seconds = least_seconds(0, [&] { placements = enumerate(); });
    add("placements of the real game, all threads", per_second(placements, seconds), "placements");

    const PlacementTable table = PlacementTable::build(kRealBoard, 4, false);
    for (const std::size_t threads : thread_counts()) {
      if (!begin("dense sweep, four a side")) return;
      const EngineOptions engine{.instructions = options_.kernel, .threads = threads};
      const double bandwidth = threads == 1 ? single_bandwidth_ : read_bandwidth_;
      add("dense sweep, 7x6 with 4, " + format_number_of(threads, "thread"), dense_cells_per_second(table, engine),
          "positions", bandwidth * ratio(cells_of(table), sweep_bytes(table)));
    }
  }

  Result<SolveResult> solved(int pieces, const std::string& output, std::size_t threads) {
    const SolveRequest request{
        .identity = {kRealBoard, pieces, {}}, .output = output, .threads = threads, .instructions = options_.kernel};
    return solve(request, {}, stop_.requested());
  }

  Result<void> measure_solve() {
    for (const std::size_t threads : thread_counts()) {
      if (!begin("whole solve, four a side")) return interrupted();
      const auto result = UISGE_TRY(solved(4, "", threads));
      add("whole solve, 7x6 with 4, no file, " + format_number_of(threads, "thread"),
          per_second(result.cells, result.seconds), "positions");
    }
    return {};
  }

  Result<void> measure_probe() {
    if (!begin("questions")) return interrupted();
    const auto folder = UISGE_TRY(ScratchFolder::make());
    UISGE_TRY(solved(3, folder.file("bench.uisge"), options_.threads));
    const auto database = UISGE_TRY(Database::open(folder.file("bench.uisge")));

    const std::vector<Position> positions = random_positions(database, 2000);
    std::optional<Error> failure;
    const auto ask_all = [&](Probe& probe) {
      for (const Position& position : positions) {
        if (const auto answer = probe.analyse(position); !answer) failure = answer.error();
      }
    };
    Probe warm(database);
    ask_all(warm);
    add("questions with all moves, 7x6 with 3, decoded before, 1 thread",
        per_second(positions.size(), least_seconds(kBudget, [&] { ask_all(warm); })), "positions");
    add("questions with all moves, 7x6 with 3, nothing decoded, 1 thread",
        per_second(positions.size(), least_seconds(kBudget,
                                                   [&] {
                                                     for (const Position& position : positions) {
                                                       Probe cold(database);
                                                       const auto answer = cold.analyse(position);
                                                       if (!answer) failure = answer.error();
                                                     }
                                                   })),
        "positions");
    if (failure) return tl::unexpected(*failure);
    return {};
  }

  void measure_perft() {
    const Board board(kRealBoard);
    const auto start = start_position(board, kMaxPieces);
    if (!start) return;
    for (const Leaves leaves : {Leaves::kPlayed, Leaves::kCounted}) {
      if (!begin("perft")) return;
      std::uint64_t sequences = 0;
      const double seconds = least_seconds(
          kBudget, [&] { sequences = parallel_perft(board, {}, *start, kPerftPlies, leaves, 1, options_.kernel); });
      add(fmt::format("perft {} of the real game, leaves {}, 1 thread", kPerftPlies,
                      leaves == Leaves::kPlayed ? "played" : "counted"),
          per_second(sequences, seconds), "leaves");
    }
  }

  BenchOptions options_;
  StopSignals stop_;
  ProgressLine progress_;
  double single_bandwidth_ = 0;  // bytes per second that one thread reads
  double read_bandwidth_ = 0;    // bytes per second that all threads read
  std::vector<Figure> figures_;
};

Result<void> run_bench(const BenchOptions& options, Output& output) {
  const auto figures = UISGE_TRY(Bench(options).run());
  if (output.json()) {
    Json json{{"threads", options.threads}, {"kernel", to_string(options.kernel)}, {"figures", Json::array()}};
    for (const Figure& figure : figures) {
      json["figures"].push_back({{"what", figure.what},
                                 {"per_second", figure.per_second},
                                 {"unit", figure.unit},
                                 {"memory_limit", figure.limit > 0 ? Json(figure.limit) : Json()}});
    }
    output.print_json(json);
    return {};
  }
  constexpr const char* kRow = "{:<41} {:>24} {:>13}\n";
  constexpr std::size_t kNameColumns = 41;
  output.print(fmt::runtime(kRow), "", "a second", "from memory");
  for (const Figure& figure : figures) {
    std::string name = wrapped(figure.what, kNameColumns, 2);
    // If the name of a figure takes several lines, the figure is printed beside the last of them.
    const std::size_t last = name.rfind('\n') + 1;
    output.write(name.substr(0, last));
    output.print(fmt::runtime(kRow), name.substr(last),
                 fmt::format("{} {}", format_rate(figure.per_second), figure.unit),
                 figure.limit > 0 ? format_rate(figure.limit) : "");
  }
  output.write("\n" +
               wrapped("From memory: the speed if all time went into reading the data from memory, as fast as measured "
                       "above. Work whose data stay in the processor's caches can be faster.",
                       kUsualColumns) +
               "\n");
  return {};
}

}  // namespace

void add_bench(Program& program) {
  const auto [command, options] = program.add_command<BenchOptions>(
      "bench", "measures in half a minute how fast this machine does the program's work", "uisge bench --threads 2",
      run_bench);
  add_threads_option(command, options.threads);
  add_kernel_option(command, options.kernel);
}

}  // namespace uisge::cli
