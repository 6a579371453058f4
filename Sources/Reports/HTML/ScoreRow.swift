import RunRecords

/// How often one storage is the one to take, over the scenarios of a suite.
struct ScoreRow {
  var storage: String
  var swatch: String
  /// `18 of 24`.
  var share: String
  var percent: Int
  /// How far it lies behind where it does worst.
  var worst: String

  /// The storages of `families`, by the largest decided size of each series: the one that is most
  /// often the best, or level with it, first.
  ///
  /// - Complexity: O(series · storages).
  static func rows(_ families: [FamilyComparison], palette: StoragePalette) -> [ScoreRow] {
    var scores: [String: Score] = [:]
    for family in families {
      for series in family.series {
        guard let size = series.sizes.last(where: { !$0.best.isEmpty }),
          let best = size.measured.compactMap(\.reading.value).min()
        else { continue }
        for entry in size.measured {
          let value = entry.reading.value ?? best
          scores[entry.storage, default: Score()].add(
            isBest: size.best.contains(entry.storage), ratio: best > 0 ? value / best : nil,
            place: "\(family.scenario) at\u{a0}\(DisplayFormat.items(size.items))")
        }
      }
    }
    return scores.sorted { left, right in
      let shares = (left.value.share, right.value.share)
      return shares.0 == shares.1
        ? StorageOrder(left.key) < StorageOrder(right.key) : shares.0 > shares.1
    }.map { storage, score in
      ScoreRow(
        storage: storage, swatch: palette.className(of: storage),
        share: "\(score.best) of \(score.contests)",
        percent: Int((score.share * 100).rounded()),
        worst: score.worst.map { "at worst \(DisplayFormat.ratio($0.ratio)), \($0.place)" }
          ?? "never behind")
    }
  }

  /// The number of series with a decided size.
  static func contestCount(_ families: [FamilyComparison]) -> Int {
    families.flatMap(\.series).count { $0.sizes.contains { !$0.best.isEmpty } }
  }

  private struct Score {
    var best = 0
    var contests = 0
    var worst: (ratio: Double, place: String)?

    var share: Double { Double(best) / Double(max(1, contests)) }

    mutating func add(isBest: Bool, ratio: Double?, place: String) {
      contests += 1
      if isBest {
        best += 1
      } else if let ratio, ratio > worst?.ratio ?? 0 {
        worst = (ratio, place)
      }
    }
  }
}
