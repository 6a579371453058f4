import RunRecords

/// How this executable was compiled.
package enum BuildIdentity {
  /// Why a build like this must not record; nil where it may.
  package static var refusalToRecord: String? {
    #if InvariantChecks
      "this build checks every structure after each change (trait InvariantChecks), so its figures "
        + "would mislead; build without the trait"
    #elseif DEBUG
      "this is a debug build, whose figures would mislead; build with: swift build -c release"
    #else
      nil
    #endif
  }

  /// The compiler, as far as the compiled code knows it.
  static var compiler: Build.Compiler {
    Build.Compiler(swift: swiftVersion, target: target, flags: flags)
  }

  private static var swiftVersion: String {
    // The language has no way to ask for its version, only whether it is at least another one.
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.4)
      "6.3.4 or later"
    #elseif compiler(>=6.3.3)
      "6.3.3"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #else
      "before 6.3.1"
    #endif
  }

  package static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown"
    #endif
  }

  private static var target: String {
    #if os(Linux)
      architecture + "-unknown-linux-gnu"
    #else
      architecture + "-unknown"
    #endif
  }

  /// The flags that change the code, where a compilation condition tells of them.
  private static var flags: [String] {
    var flags: [String] = []
    #if DEBUG
      flags.append("-Onone")
    #else
      flags.append("-O")
    #endif
    #if ALIGNED_CODE
      flags += ["-align-all-functions=6", "-align-all-nofallthru-blocks=5"]
    #endif
    #if InvariantChecks
      flags.append("-DInvariantChecks")
    #endif
    return flags
  }
}
