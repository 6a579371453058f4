import BasicAlgorithms

/// A simulation of the parts of a plan on machines that fail, are taken away, or are slow.
///
///     let simulation = ShardSimulation(of: assignment, machines: 100)
///     let makespans = (0..<200).map { simulation.makespan(faults: .usual, seed: $0) }
///
/// A part waits for a free machine, in the order of the parts. One that is interrupted loses the case
/// that was being measured, waits, and goes on with that case wherever a machine is free.
package struct ShardSimulation: Sendable {
  /// The shares of starts that are interrupted, and of machines that are slow.
  package struct Faults: Hashable, Sendable {
    /// The probability that a part is interrupted, each time it is started.
    package var interrupted: Double
    /// The probability that an interrupted part has lost its files, and begins again.
    package var lost: Double
    /// The seconds until a part that was interrupted waits for a machine again.
    package var requeueSeconds: Double
    /// The share of machines that are slow.
    package var slow: Double
    /// The factor by which a slow machine takes longer.
    package var slowness: Double

    /// Faults of the given frequencies; none by themselves.
    package init(
      interrupted: Double = 0, lost: Double = 0, requeueSeconds: Double = 120, slow: Double = 0,
      slowness: Double = 3
    ) {
      (self.interrupted, self.lost) = (interrupted, lost)
      self.requeueSeconds = requeueSeconds
      (self.slow, self.slowness) = (slow, slowness)
    }

    /// No faults.
    package static let none = Faults()
    /// One start in twenty is interrupted, and one in ten of those loses its files; one machine in
    /// fifty takes three times as long.
    package static let usual = Faults(interrupted: 0.05, lost: 0.1, slow: 0.02)
  }

  /// The seconds of each case, by part.
  private let parts: [[Double]]
  private let machines: Int

  /// Prepares the parts of `assignment` for so many machines.
  package init(of assignment: ShardAssignment, machines: Int) {
    self.init(parts: assignment.caseSeconds, machines: machines)
  }

  /// Prepares parts of cases that take so many seconds.
  package init(parts: [[Double]], machines: Int) {
    // A machine without a part is none.
    (self.parts, self.machines) = (parts, max(1, min(machines, parts.count)))
  }

  /// The seconds that no schedule can fall below: all work on all machines, and the longest case.
  package var bound: Double {
    let all = parts.joined()
    return max(all.reduce(0, +) / Double(machines), all.max() ?? 0)
  }

  /// A part that is ready from some time on.
  private struct Waiting {
    var part: Int
    /// The first case that is not done.
    var next: Int
    var ready: Double
  }

  /// The seconds until every case of every part is done.
  ///
  /// - Parameters:
  ///   - faults: The faults that may occur.
  ///   - seed: The seed that decides which do.
  /// - Returns: The seconds.
  /// - Complexity: O(cases + starts · (machines + parts)).
  package func makespan(faults: Faults, seed: UInt64) -> Double {
    var random = SplitMix64(seed: seed)
    func happens(_ probability: Double) -> Bool {
      Double.random(in: 0..<1, using: &random) < probability
    }
    let speeds = (0..<machines).map { _ in happens(faults.slow) ? faults.slowness : 1 }
    var free = [Double](repeating: 0, count: machines)
    var waiting = parts.indices.map { Waiting(part: $0, next: 0, ready: 0) }
    var end = 0.0
    while let machine = free.indices.min(by: { free[$0] < free[$1] }), !waiting.isEmpty {
      // The first that is ready, else the one that will be.
      let place =
        waiting.firstIndex { $0.ready <= free[machine] }
        ?? waiting.indices.min { waiting[$0].ready < waiting[$1].ready } ?? 0
      var job = waiting.remove(at: place)
      let cases = parts[job.part].dropFirst(job.next)
      let seconds = cases.reduce(0, +) * speeds[machine]
      let start = max(free[machine], job.ready)
      guard happens(faults.interrupted) else {
        free[machine] = start + seconds
        end = max(end, free[machine])
        continue
      }
      let stopped = Double.random(in: 0..<1, using: &random) * seconds
      var elapsed = 0.0
      for duration in cases {
        elapsed += duration * speeds[machine]
        guard elapsed <= stopped else { break }
        job.next += 1
      }
      if happens(faults.lost) { job.next = 0 }
      free[machine] = start + stopped
      job.ready = free[machine] + faults.requeueSeconds
      waiting.append(job)
    }
    return end
  }
}
