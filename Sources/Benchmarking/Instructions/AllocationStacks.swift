/// The calls of the allocator in one process, by the functions that led to them.
package struct AllocationStacks: Hashable, Sendable {
  /// The functions that led to a call of the allocator, as symbols: the one that asked for memory
  /// first, what had called it next.
  package typealias Stack = [String]

  /// One stack in two builds.
  package struct Change: Hashable, Sendable {
    package let stack: Stack
    /// The calls in the first build.
    package let before: Int
    /// The calls in the second build.
    package let after: Int

    /// The number of calls that the second build has more.
    package var difference: Int { after - before }
  }

  /// The calls by stack.
  package let counts: [Stack: Int]

  /// All calls of the allocator; one that grows memory in its place is among them.
  package var total: Int { counts.values.reduce(0, +) }

  /// The functions that ask for memory: those of the C library and of its replacements.
  package static let entryPoints = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign", "valloc",
    "mallocx", "rallocx",
  ]

  /// The runtime's own functions, through which every object and buffer of Swift comes.
  private static let runtime: Set<String> = [
    "swift_slowAlloc", "swift_slowAllocTyped", "swift_allocObject", "_swift_allocObject_",
    "swift_allocBox", "swift_coroFrameAlloc", "swift_initStackObject", "_Znwm", "_Znam", "strdup",
  ]

  /// Returns whether a function asks for memory on behalf of its caller.
  static func isRuntime(_ symbol: String) -> Bool {
    runtime.contains(symbol) || entryPoints.contains(symbol)
  }

  /// Returns whether the compiler made a function that only passes arguments on.
  private static func isThunk(_ symbol: String) -> Bool {
    symbol.hasPrefix("$s") && (symbol.hasSuffix("TA") || symbol.hasSuffix("TR"))
  }

  package init(counts: [Stack: Int]) { self.counts = counts }

  /// The stacks of a profile in which callgrind has separated the callers of `entryPoints`.
  ///
  /// - Complexity: O(length of the names).
  package init(_ profile: CallgrindProfile) {
    var counts: [Stack: Int] = [:]
    for (name, count) in profile.callCounts {
      // A function that calls itself has its depth behind the name.
      let names = name.split(separator: "'").filter { Int($0) == nil }.map(String.init)
      guard let entry = names.first, Self.entryPoints.contains(entry) else { continue }
      // One that another one calls is the same request.
      if names.count > 1, Self.entryPoints.contains(names[1]) { continue }
      let callers = names.dropFirst().prefix { $0 != "cvbench_measured" }
      let stack = callers.drop { Self.runtime.contains($0) }.filter { !Self.isThunk($0) }
      counts[stack, default: 0] += count
    }
    self.init(counts: counts)
  }

  /// The stacks whose calls differ from here to `other`, the most first.
  ///
  /// - Parameter other: Another build's of the same case.
  /// - Returns: Those that differ; equal differences by name.
  /// - Complexity: O(*n* log *n*) for *n* stacks.
  package func changes(to other: AllocationStacks) -> [Change] {
    Set(counts.keys).union(other.counts.keys)
      .map { Change(stack: $0, before: counts[$0] ?? 0, after: other.counts[$0] ?? 0) }
      .filter { $0.difference != 0 }
      .sorted { left, right in
        let (leftSize, rightSize) = (left.difference.magnitude, right.difference.magnitude)
        return leftSize == rightSize
          ? left.stack.lexicographicallyPrecedes(right.stack) : leftSize > rightSize
      }
  }
}
