import RunRecords

extension RecordSetComparison {
  /// Where two records change places over the sizes of one strategy: `lookup/item-random, storage
  /// flat, data uniform-1000, payload item8`, and between which sizes.
  ///
  /// Only what the verdicts on both sides say, as ratios of records pass 1 by noise alone; nothing
  /// of floors, and of records of one code, whose times differ by nothing but noise.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases, for each record but the first.
  package var crossovers: [(family: String, crossover: VariantCrossover)] {
    pairs.filter { !$0.isOfOneCode }.flatMap { pair in
      let strategies = pair.cases.filter { $0.baseline.params.role == CaseRole.strategy }
      let families = Dictionary(grouping: strategies) { Family($0.baseline) }
      return families.sorted { $0.key < $1.key }.flatMap { family, cases in
        let ascending = cases.sorted { $0.baseline.params.items < $1.baseline.params.items }
        let sizes = ascending.compactMap { result in
          result.time.map {
            VariantComparison.Size(
              items: result.baseline.params.items, comparisons: [pair.names.candidate: $0],
              ids: [pair.names.candidate: result.id])
          }
        }
        return VariantComparison.Series(surroundings: [], sizes: sizes)
          .crossovers(of: pair.names.candidate, and: pair.names.baseline)
          .filter(\.isClaimed).map { (family.description, $0) }
      }
    }
  }

  /// Cases that differ in their size only.
  private struct Family: Hashable, Comparable, CustomStringConvertible {
    let description: String

    init(_ result: CaseRecord) {
      let params = result.params
      description =
        "\(result.suite)/\(params.scenario), storage \(params.storage), data \(params.data), "
        + "payload \(params.payload)"
    }

    static func < (left: Family, right: Family) -> Bool { left.description < right.description }
  }
}
