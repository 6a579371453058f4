/// Searches of an `ExtentTree`.
///
/// Unchecked because counting the references of each node on the way takes longer than reading it. A
/// search changes nothing, and the tree holds its root and every node its children meanwhile.
extension ExtentTree {
  /// Returns the element that holds thing number `position`. O(log *n*); no allocation.
  ///
  /// - Precondition: `position` is in `0..<count`.
  func place(at position: Int, visited: inout Int) -> ExtentTreePlace<Element> {
    var node = unsafe Unmanaged.passUnretained(root)
    var count = 0
    var start = 0.0
    while unsafe node._withUnsafeGuaranteedRef({ $0.level }) > 0 {
      unsafe node = node._withUnsafeGuaranteedRef { node in
        var slot = 0
        while count + node.sums[slot].count <= position {
          count += node.sums[slot].count
          start += node.sums[slot].extent
          slot += 1
        }
        return unsafe Unmanaged.passUnretained(node.children[slot])
      }
      visited += 1
    }
    visited += 1
    var place = ExtentTreePlace(
      elements: unsafe node._withUnsafeGuaranteedRef { $0.elements }, count: count, start: start)
    while place.count + place.elements[place.slot].count <= position { _ = place.advance() }
    return place
  }

  /// Returns the first element that ends behind `offset`; nil if none does. O(log *n*); no
  /// allocation.
  func place(endingAfter offset: Double, visited: inout Int) -> ExtentTreePlace<Element>? {
    var node = unsafe Unmanaged.passUnretained(root)
    var count = 0
    var start = 0.0
    while unsafe node._withUnsafeGuaranteedRef({ $0.level }) > 0 {
      visited += 1
      var isFound = false
      unsafe node = node._withUnsafeGuaranteedRef { node in
        var slot = 0
        let slots = node.sums.count
        while slot < slots, !(start + node.sums[slot].extent > offset) {
          count += node.sums[slot].count
          start += node.sums[slot].extent
          slot += 1
        }
        isFound = slot < slots
        return unsafe Unmanaged.passUnretained(isFound ? node.children[slot] : node)
      }
      guard isFound else { return place(from: count, visited: &visited) }
    }
    visited += 1
    var place = ExtentTreePlace(
      elements: unsafe node._withUnsafeGuaranteedRef { $0.elements }, count: count, start: start)
    guard !place.elements.isEmpty else { return nil }
    while !(place.start + place.elements[place.slot].extent > offset) {
      if !place.advance() { return self.place(from: place.count, visited: &visited) }
    }
    return place
  }

  /// Returns the element at `position`; rounding in another order has led the search past a node's
  /// end.
  private func place(from position: Int, visited: inout Int) -> ExtentTreePlace<Element>? {
    position < count ? place(at: position, visited: &visited) : nil
  }
}
