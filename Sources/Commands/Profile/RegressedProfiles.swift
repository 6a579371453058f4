import Analysis
import Benchmarking
import Foundation
import Gates
import Profiles
import Reports

/// Profiles what a gate found regressed, in both builds.
struct RegressedProfiles {
  /// The most cases: each takes half a minute.
  private static let mostCases = 10

  let directory: String
  let plan: GatePlan
  let base: GatedBuild
  let head: GatedBuild
  let isInterrupted: () -> Bool

  /// Writes a profile for each case that regressed.
  ///
  /// - Returns: Where each lies; a profile that cannot be made takes nothing from the gate, and says
  ///   why instead.
  func write(for judgement: GateJudgement) -> [GateDiagnostics.Profile] {
    var ids: [String] = []
    for finding in judgement.findings where finding.isRegression && !ids.contains(finding.id) {
      ids.append(finding.id)
    }
    return ids.prefix(Self.mostCases).compactMap { id in
      plan.cases.first { $0.id == id }.map(write)
    }
  }

  private func write(_ planned: PlannedCase) -> GateDiagnostics.Profile {
    let place = ProfileFolder.path(of: planned.id, in: directory)
    do throws(ToolError) {
      let folder = try ProfileFolder(place, formats: Set(ProfileFormat.allCases))
      let sampling = SamplingRequest(engines: SamplingWay.auto.engines, seconds: 2, rate: 499)
      let pass = ProfilePass(
        planned: planned, seed: plan.seed, sampling: plan.sampling,
        timeoutSeconds: plan.answerTimeoutSeconds,
        collector: ProfileCollector(
          .init(measures: Set(CaseProfile.Measure.allCases), sampling: sampling),
          isToStop: isInterrupted, report: { Console.reportError("profile: \($0)") }),
        isInterrupted: isInterrupted)
      var names = FunctionNames()
      let before = try pass.profile(base, isOneOfTwo: true, naming: &names)
      let after = try pass.profile(head, isOneOfTwo: true, naming: &names)
      try folder.write(after, base: before)
      return GateDiagnostics.Profile(
        caseID: planned.id, place: folder.mainPath,
        answer: ProfileText(after, base: before).answer)
    } catch {
      return GateDiagnostics.Profile(
        caseID: planned.id, place: place, answer: "There is no profile: \(error)")
    }
  }
}
