/// The storage that copies of one `BTreeStore` share until one of them is edited.
///
/// Two summed trees: `chunks` has the items, in chunks, by global index; `sections` has only the
/// section counts. A path is resolved in the second, the item then found in the first, so a million
/// one-item sections cost no more than one section of a million items.
///
/// Unchecked because only the `mutating` methods of a store that is alone write here: the compiler
/// already proves their exclusive access, and checking it again costs 10 ns a look-up. Sendable with
/// its items because nobody writes while two share it.
@usableFromInline
final class BTreeStorage<Item> {
  @usableFromInline
  @exclusivity(unchecked)
  var uncheckedChunks: SumTree<ItemChunk<Item>>
  @usableFromInline
  @exclusivity(unchecked)
  var uncheckedSections: SumTree<NoPayload>
  /// The most items of a chunk.
  @usableFromInline let capacity: Int

  @inlinable
  init(chunks: SumTree<ItemChunk<Item>>, sections: SumTree<NoPayload>, capacity: Int) {
    unsafe uncheckedChunks = chunks
    unsafe uncheckedSections = sections
    self.capacity = capacity
  }

  deinit {
    chunks.release()
    sections.release()
  }

  @inlinable
  var chunks: SumTree<ItemChunk<Item>> {
    @inline(__always) get { unsafe uncheckedChunks }
    @inline(__always) set { unsafe uncheckedChunks = newValue }
  }

  @inlinable
  var sections: SumTree<NoPayload> {
    @inline(__always) get { unsafe uncheckedSections }
    @inline(__always) set { unsafe uncheckedSections = newValue }
  }

  /// A second storage of the same nodes.
  @inlinable
  func copy() -> BTreeStorage {
    BTreeStorage(chunks: chunks.retained(), sections: sections.retained(), capacity: capacity)
  }
}

extension BTreeStorage: @unchecked Sendable where Item: Sendable {}
