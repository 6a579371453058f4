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
  init(tree: SumTree<NoPayload>) {
    unsafe uncheckedTree = tree
  }

  deinit { tree.release() }

  @inlinable
  var tree: SumTree<NoPayload> {
    @inline(__always) get { unsafe uncheckedTree }
    @inline(__always) set { unsafe uncheckedTree = newValue }
  }
}
