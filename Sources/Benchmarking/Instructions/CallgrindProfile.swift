package import Profiles

/// The instructions by function that one process executed while callgrind counted.
package struct CallgrindProfile: Hashable, Sendable {
  /// A function of an executable or a library.
  package struct Function: Hashable, Sendable, Comparable {
    /// The symbol, mangled; an address where the code has none.
    package let name: String
    /// The file name of the executable or the library, without its folders.
    package let object: String

    package init(name: String, object: String) {
      self.name = name
      self.object = object
    }

    package static func < (left: Function, right: Function) -> Bool {
      (left.name, left.object) < (right.name, right.object)
    }
  }

  /// One function in two profiles.
  package struct Change: Hashable, Sendable {
    package let function: Function
    /// Its own instructions in the first profile; 0 where it did not run.
    package let before: Int
    /// Its own instructions in the second profile; 0 where it did not run.
    package let after: Int

    /// The number of instructions that the second profile has more.
    package var difference: Int { after - before }
  }

  /// The instructions of all functions.
  package let total: Int
  /// The instructions of each function itself, without those of the functions that it calls.
  package let selfCosts: [Function: Int]
  /// The number of calls of each function by other counted functions, by its name. The callers'
  /// names follow where callgrind was told to separate them: `f'caller'caller of that`.
  package let callCounts: [String: Int]

  package init(selfCosts: [Function: Int], callCounts: [String: Int] = [:]) {
    self.selfCosts = selfCosts
    self.callCounts = callCounts
    total = selfCosts.values.reduce(0, +)
  }

  /// The same, without an object for the functions of the file `name`: two builds of one program
  /// need not have one name.
  package func withoutObject(named name: String) -> CallgrindProfile {
    let costs = selfCosts.map { function, cost in
      (function.object == name ? Function(name: function.name, object: "") : function, cost)
    }
    return CallgrindProfile(
      selfCosts: Dictionary(costs, uniquingKeysWith: +), callCounts: callCounts)
  }

  /// The functions whose own instructions differ most from here to `other`, the most first.
  ///
  /// - Parameters:
  ///   - other: Another build's profile of the same case.
  ///   - limit: The most functions to return.
  /// - Returns: Those that differ; equal differences by name.
  /// - Complexity: O(*n* log *n*) for *n* functions.
  package func changes(to other: CallgrindProfile, limit: Int = 5) -> [Change] {
    Set(selfCosts.keys).union(other.selfCosts.keys)
      .map { function in
        Change(
          function: function, before: selfCosts[function] ?? 0,
          after: other.selfCosts[function] ?? 0)
      }
      .filter { $0.difference != 0 }
      .sorted { left, right in
        let (leftSize, rightSize) = (left.difference.magnitude, right.difference.magnitude)
        return leftSize == rightSize ? left.function < right.function : leftSize > rightSize
      }
      .prefix(limit).map(\.self)
  }
}

extension CallgrindProfile {
  /// The instructions by call stack, of a profile in which callgrind has separated all functions by
  /// their callers.
  ///
  /// - Complexity: O(length of the names).
  package var stacks: StackProfile {
    var objects: [Substring: String] = [:]
    for function in selfCosts.keys.sorted() {
      objects[function.name.prefix { $0 != "'" }] = function.object
    }
    var profile = StackProfile()
    for (function, cost) in selfCosts {
      // A function that calls itself has its depth behind the name.
      let names = function.name.split(separator: "'").filter { Int($0) == nil }
      let stack = names.prefix { $0 != "cvbench_measured" }.map {
        // Code without a symbol has its address, which is another one in the next build.
        StackProfile.Frame(
          $0.hasPrefix("0x") ? "[no symbol]" : String($0), object: objects[$0] ?? "")
      }
      let reachesRoot = names.contains("cvbench_measured")
      // The loop of `cvbench_measured` itself, and nothing outside of it, is counted too.
      let outermost = stack.isEmpty || reachesRoot ? [] : [StackProfile.Frame("[callers unknown]")]
      profile.add(
        cost, to: stack.isEmpty ? [.init("cvbench_measured")] : outermost + stack.reversed())
    }
    return profile
  }
}
