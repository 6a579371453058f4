/// Call stacks merged from the outermost function inwards, with readable names.
///
/// Functions with one readable name are one, so that specialisations of a generic function stand
/// together. This is the tree that a flame graph draws.
package struct CallTree: Hashable, Sendable {
  /// A function as it was called on one way from the root.
  package struct Node: Hashable, Sendable {
    /// The position of the function in `functions`.
    package let function: Int
    /// The weight of the function and of all that it called.
    package internal(set) var total: Int
    /// The weight of the function itself.
    package internal(set) var ownWeight: Int
    /// The functions that it called, the heaviest first.
    package internal(set) var children: [Node]
  }

  /// The weights of one function, wherever it was called.
  package struct Cost: Hashable, Sendable {
    package let function: FunctionName
    /// The weight of the function itself.
    package internal(set) var ownWeight: Int
    /// The weight of all stacks that the function is on, each once.
    package internal(set) var total: Int
  }

  /// The functions of the tree, each once.
  package private(set) var functions: [FunctionName] = []
  /// The outermost functions, the heaviest first.
  package private(set) var roots: [Node] = []
  /// The sum of all weights.
  package private(set) var total = 0

  /// Merges the stacks of `profile`.
  ///
  /// - Complexity: O(frames of all stacks).
  package init(_ profile: StackProfile, naming names: inout FunctionNames) {
    let builder = Builder()
    for (stack, weight) in profile.weights {
      builder.add(weight, to: stack.map { names.name(of: $0) })
    }
    functions = builder.functions.indices.sorted {
      builder.functions[$0] < builder.functions[$1]
    }.map { builder.functions[$0] }
    let positions = Dictionary(uniqueKeysWithValues: zip(functions, 0...))
    roots = builder.root.nodes { positions[builder.functions[$0]] ?? 0 }
    total = profile.total
  }

  /// The weights of each function, those with the most weight of their own first. Types of memory
  /// are among them.
  ///
  /// - Complexity: O(*n* log *n*) for *n* nodes.
  package var costs: [Cost] {
    var costs = functions.map { Cost(function: $0, ownWeight: 0, total: 0) }
    var depths = Array(repeating: 0, count: functions.count)
    // The innermost function on the way that is no part of the standard library.
    func visit(_ node: Node, askedBy outer: Int?) {
      let function = functions[node.function]
      let asking = function.isStandardLibrary ? outer ?? node.function : node.function
      costs[node.function].ownWeight += node.ownWeight
      // Memory is asked for by a function, whatever its type; that an array grows says little.
      for child in node.children where functions[child.function].isType {
        costs[asking].ownWeight += child.total
      }
      // A recursive function counts once on a stack.
      if depths[node.function] == 0 { costs[node.function].total += node.total }
      depths[node.function] += 1
      for child in node.children {
        visit(child, askedBy: function.isStandardLibrary ? outer : node.function)
      }
      depths[node.function] -= 1
    }
    for root in roots { visit(root, askedBy: nil) }
    return costs.sorted {
      ($1.ownWeight, $1.total, $0.function) < ($0.ownWeight, $0.total, $1.function)
    }
  }

  /// The own weights of the runtime's functions by group, the heaviest first.
  package var groups: [(group: RuntimeGroup, weight: Int)] {
    var weights: [RuntimeGroup: Int] = [:]
    for cost in costs {
      if let group = cost.function.group, cost.ownWeight > 0 {
        weights[group, default: 0] += cost.ownWeight
      }
    }
    return weights.map { (group: $0.key, weight: $0.value) }.sorted {
      ($1.weight, $0.group.rawValue) < ($0.weight, $1.group.rawValue)
    }
  }

  /// The stacks in the "folded" format that flame graph tools read: names separated by semicolons,
  /// a space, the weight; one stack a line, in order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* nodes.
  package var folded: String {
    var lines: [String] = []
    func visit(_ node: Node, below path: String) {
      let name = functions[node.function].text.replacing(";", with: ",")
      let path = path.isEmpty ? name : path + ";" + name
      if node.ownWeight > 0 { lines.append("\(path) \(node.ownWeight)\n") }
      for child in node.children { visit(child, below: path) }
    }
    for root in roots { visit(root, below: "") }
    return lines.sorted().joined()
  }
}

extension CallTree {
  /// A node while the tree is built.
  private final class Branch {
    let function: Int
    var ownWeight = 0
    var children: [Int: Branch] = [:]

    init(_ function: Int) { self.function = function }

    /// The children as nodes, with functions numbered by `position`.
    func nodes(position: (Int) -> Int) -> [Node] {
      children.values.map { child in
        let below = child.nodes(position: position)
        return Node(
          function: position(child.function),
          total: child.ownWeight + below.reduce(0) { $0 + $1.total }, ownWeight: child.ownWeight,
          children: below)
      }.sorted { ($1.total, $0.function) < ($0.total, $1.function) }
    }
  }

  private final class Builder {
    let root = Branch(-1)
    private(set) var functions: [FunctionName] = []
    private var positions: [FunctionName: Int] = [:]

    func add(_ weight: Int, to stack: [FunctionName]) {
      var branch = root
      for name in stack {
        let function = position(of: name)
        if let child = branch.children[function] {
          branch = child
        } else {
          let child = Branch(function)
          branch.children[function] = child
          branch = child
        }
      }
      branch.ownWeight += weight
    }

    private func position(of name: FunctionName) -> Int {
      if let position = positions[name] { return position }
      positions[name] = functions.count
      functions.append(name)
      return functions.count - 1
    }
  }
}
