import Benchmarking
import Profiles
import Analysis
import Gates
import Reports

extension GateDiagnostics {
  /// The causes in `diagnoses`, with readable symbols.
  init(_ diagnoses: GateDiagnoses) {
    self.init()
    functions = diagnoses.functions.map { found in
      Section(
        caseID: found.caseID,
        differences: found.changes.map { change in
          let library = change.function.object
          let name =
            SymbolName.readable(change.function.name) + (library.isEmpty ? "" : " [\(library)]")
          return Difference(names: [name], base: change.before, head: change.after)
        })
    }
    stacks = diagnoses.stacks.map { found in
      Section(
        caseID: found.caseID,
        differences: found.changes.map { change in
          let names = change.stack.map(SymbolName.readable)
          return Difference(
            // Where the measured closure itself was inlined into what calls it.
            names: names.isEmpty ? ["the measured call itself"] : names, base: change.before,
            head: change.after)
        }, omittedCount: found.omittedCount)
    }
    otherCount = diagnoses.otherCount
    obstacle = diagnoses.obstacle
  }
}
