import RunRecords

extension Gate {
  /// Counts the cases of `group` on both sides.
  func count(_ group: [Int]) {
    for side in [base, head] {
      var process: PairProcess?
      for index in group where ![.failed, .timeout].contains(cases[index].status) {
        guard !isInterrupted() else { return }
        let planned = cases[index].planned
        guard planned.scenario.passes.contains(.allocations) else {
          accept(index)
          continue
        }
        do throws(PairError) {
          let running: PairProcess
          if let process {
            running = process
          } else {
            running = try open(planned, of: side, at: side.executable, for: .allocations)
            process = running
          }
          let reply = try running.ask(
            .count(PairCase(planned), plant: plant(on: side.name)),
            within: plan.answerTimeoutSeconds)
          guard case .counted(let metrics, let operations, let checksum) = reply else {
            throw .nonsense(byteCount: 0)
          }
          enter(metrics, operations: operations, checksum: checksum, of: side.name, index)
        } catch {
          fail(index, side.name, error)
          // A failed case leaves the process well; whatever else has happened does not.
          if case .failed = error { continue }
          process = nil
        }
      }
    }
    report(.counted(group.map { cases[$0].planned.id }))
  }

  private func enter(
    _ metrics: [MetricRecord], operations: Int, checksum: String, of side: GateSide.Name,
    _ index: Int
  ) {
    cases[index].operationsPerCall = operations
    switch side {
    case .base: cases[index].baseCounts = metrics
    case .head: cases[index].headCounts = metrics
    }
    agree(on: checksum, side, index)
    accept(index)
  }
}
