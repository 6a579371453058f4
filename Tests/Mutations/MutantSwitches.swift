/// The code that a copy of a module gets to switch its mutants on, one at a time.
package enum MutantSwitches {
  /// The variable of the environment that has the number of the mutant that is on.
  package static let variable = "CVBENCH_MUTANT"

  /// The name of the operator of mutant `number`: two signs of mathematics that nobody uses.
  static func name(_ number: Int) -> String {
    func sign(_ digit: Int) -> String {
      Unicode.Scalar(UInt32(0x2295 + digit)).map { String(Character($0)) } ?? ""
    }
    return "⟑" + sign(number / 100) + sign(number % 100)
  }

  /// The Swift file of the module.
  package static func swift(_ declarations: [String]) -> String {
    """
    public import CMutant

    @inlinable @inline(__always) func isMutant(_ number: Int32) -> Bool { cmutant_is(number) }
    @inlinable @inline(__always) func mutantNumber<T: ExpressibleByIntegerLiteral>(
      _ number: Int32, _ changed: T, _ original: T
    ) -> T { cmutant_is(number) ? changed : original }
    @inlinable @inline(__always) func mutantReal<T: ExpressibleByFloatLiteral>(
      _ number: Int32, _ changed: T, _ original: T
    ) -> T { cmutant_is(number) ? changed : original }
    @inlinable @inline(__always) func mutantTruth(
      _ number: Int32, _ changed: Bool, _ original: Bool
    ) -> Bool { cmutant_is(number) ? changed : original }
    @inlinable @inline(__always) func mutantMinimum<T: Comparable>(
      _ number: Int32, _ a: T, _ b: T
    ) -> T { cmutant_is(number) ? Swift.max(a, b) : Swift.min(a, b) }
    @inlinable @inline(__always) func mutantMaximum<T: Comparable>(
      _ number: Int32, _ a: T, _ b: T
    ) -> T { cmutant_is(number) ? Swift.min(a, b) : Swift.max(a, b) }

    \(declarations.joined(separator: "\n"))

    """
  }

  /// The variable with the path of a file that has a byte for each number, and one more for none: a
  /// process sets those of the mutants that it comes past. It does so where no mutant can be on, as the
  /// number is less than 0.
  package static let reachVariable = "CVBENCH_MUTANTS_REACHED"

  /// The header and the source of the module in C that reads the number.
  package static let header = """
    #include <stdbool.h>
    extern int cmutant_active;
    bool cmutant_note(int number);
    static inline bool cmutant_is(int number) {
      return cmutant_active == number || (cmutant_active < 0 && cmutant_note(number));
    }

    """
  package static let source = """
    #include "CMutant.h"
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <unistd.h>
    int cmutant_active;
    static unsigned char *reached;
    static long count;
    bool cmutant_note(int number) {
      if (number < count) __atomic_store_n(&reached[number], 1, __ATOMIC_RELAXED);
      return false;
    }
    // A map that is shared: it outlives processes that are killed, and those that tests start write too.
    static void open_reached(const char *path) {
      struct stat status;
      int file = open(path, O_RDWR | O_CLOEXEC);
      if (file < 0) return;
      if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *map = mmap(0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) {
          reached = map;
          count = status.st_size;
        }
      }
      close(file);
    }
    __attribute__((constructor)) static void read_number(void) {
      const char *text = getenv("\(variable)");
      if (text) cmutant_active = atoi(text);
      const char *path = getenv("\(reachVariable)");
      if (path && cmutant_active < 0) open_reached(path);
    }

    """
}
