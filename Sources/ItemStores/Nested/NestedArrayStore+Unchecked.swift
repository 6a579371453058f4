public import BasicAlgorithms

// Unchecked because a look-up checks its path once, against `counts`, which are those of the arrays
// (`checkInvariants()` says so); the arrays' own checks would read their headers as well.

extension NestedArrayStore {
  /// The number of items in `section`, which must exist.
  @inlinable
  @inline(__always)
  func count(of section: Int) -> Int { counts.uncheckedElement(at: section) }

  /// The item at a path, which must exist.
  @inlinable
  @inline(__always)
  func item(inSection section: Int, at position: Int) -> Item {
    unsafe sections.withUnsafeBufferPointer { sections in
      unsafe sections[section].uncheckedElement(at: position)
    }
  }
}

/// Owns the tree of a `SectionIndex`.
///
/// Unchecked because only a `mutating` method of an index that is alone writes here: the compiler
/// already proves its exclusive access. Sendable because nobody writes while two share it.
@usableFromInline
final class SectionIndexStorage: @unchecked Sendable {
  @usableFromInline
  @exclusivity(unchecked)
  var uncheckedTree: SumTree<NoPayload>

  @inlinable
  init(tree: SumTree<NoPayload>) { unsafe uncheckedTree = tree }

  deinit { tree.release() }

  @inlinable
  var tree: SumTree<NoPayload> {
    @inline(__always) get { unsafe uncheckedTree }
    @inline(__always) set { unsafe uncheckedTree = newValue }
  }
}
