#if SQLITE
  import BasicAlgorithms
  import Changesets
  import Datasets
  import GRDB
  import Geometry

  /// All rows of the table in order, by one plain query: what every strategy has to show.
  final class FetchState {
    let ids: [Int64]
    let offsets: SectionOffsets
    /// The revisions of the rows, which their titles follow.
    let revisions: [UInt8]

    /// Reads the table as it is.
    init(_ table: FetchTable) throws {
      var ids: [Int64] = []
      var revisions: [UInt8] = []
      var sizes: [Int] = []
      var last: Int64?
      ids.reserveCapacity(table.collection.rowCount)
      try table.database.unsafeReentrantRead { database in
        let rows = try Row.fetchCursor(
          database,
          sql: "SELECT id, section, revision FROM message ORDER BY \(FetchTable.order)")
        while let row = try rows.next() {
          ids.append(row[0])
          let section: Int64 = row[1]
          if section != last { sizes.append(0) }
          sizes[sizes.count - 1] += 1
          last = section
          revisions.append(UInt8(truncatingIfNeeded: row[2] as Int64))
        }
      }
      self.ids = ids
      self.revisions = revisions
      offsets = SectionOffsets(sizes: sizes)
    }

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
            offsets.path(ofGlobalIndex: place), ids[place], Int64(revisions[place]))
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
