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

  /// The header and the source of the module in C that reads the number.
  package static let header = """
    #include <stdbool.h>
    extern int cmutant_active;
    static inline bool cmutant_is(int number) { return cmutant_active == number; }

    """
  package static let source = """
    #include "CMutant.h"
    #include <stdlib.h>
    int cmutant_active;
    __attribute__((constructor)) static void read_number(void) {
      const char *text = getenv("\(variable)");
      if (text) cmutant_active = atoi(text);
    }

    """
}
