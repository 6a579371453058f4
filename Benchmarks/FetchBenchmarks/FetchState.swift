#if SQLITE
  import BasicAlgorithms
  import Changesets
  import Datasets
  import GRDB
  import Geometry

  /// All rows of the table in order, by plain queries: what every strategy has to show.
  ///
  /// Two queries, each of which reads pages one after the other: the order is in the index and the
  /// revisions are in the table. One for both would look up each row of the table.
  final class FetchState {
    let ids: [Int64]
    let offsets: SectionOffsets
    /// The revisions of the rows that were changed, by id.
    private let revisions: [Int64: Int64]

    /// Reads the table as it is.
    init(_ table: FetchTable) throws {
      var ids: [Int64] = []
      var revisions: [Int64: Int64] = [:]
      var sizes: [Int] = []
      var last: Int64?
      ids.reserveCapacity(table.collection.rowCount)
      try table.database.unsafeReentrantRead { database in
        let rows = try BareStatement(
          "SELECT id, section FROM message ORDER BY \(FetchTable.order)", database)
        while try rows.next() {
          ids.append(rows.integer(0))
          let section = rows.integer(1)
          if section != last { sizes.append(0) }
          sizes[sizes.count - 1] += 1
          last = section
        }
        let changed = try BareStatement(
          "SELECT id, revision FROM message WHERE revision <> 0", database)
        while try changed.next() { revisions[changed.integer(0)] = changed.integer(1) }
      }
      self.ids = ids
      self.revisions = revisions
      offsets = SectionOffsets(sizes: sizes)
    }

    /// Returns the revision of the row at a place, which its title follows.
    func revision(at place: Int) -> Int64 { revisions[ids[place]] ?? 0 }

    /// Returns the places of the rows that are seen at an offset, in points.
    func visiblePlaces(at offset: Double) -> Range<Int> {
      let end = ((offset + FetchScreen.size.height) / FetchScreen.rowExtent).rounded(.up)
      return Int(offset / FetchScreen.rowExtent)..<min(ids.count, Int(end))
    }

    /// Returns the digest of the rows that are seen at an offset, in points.
    func visible(at offset: Double) -> UInt64 {
      visiblePlaces(at: offset).reduce(0) { sum, place in
        sum
          &+ FetchDigest.row(
            offsets.path(ofGlobalIndex: place), ids[place], revision(at: place))
      }
    }
  }

  /// Digests of what is shown; sums of them do not depend on an order.
  enum FetchDigest {
    static func row(_ path: ItemPath, _ id: Int64, _ revision: Int64) -> UInt64 {
      let place = SplitMix64.mix(UInt64(path.section) << 32 ^ UInt64(path.item))
      return SplitMix64.mix(place ^ SplitMix64.mix(UInt64(bitPattern: id << 8 ^ revision)))
    }

    /// The digest of several states, one after the other.
    static func following(_ sum: UInt64, _ state: UInt64) -> UInt64 { SplitMix64.mix(sum) &+ state }
  }
#endif
