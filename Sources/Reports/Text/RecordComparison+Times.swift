import Analysis
import Foundation
import RunRecords
import Statistics

extension RecordComparison {
  /// The times of the two records in sentences: what is slower, faster and the same, how far the
  /// runs lie apart, and the command that decides about the rest.
  func timeSummary(_ page: RunTable.Page, isNamed: Bool) -> [String] {
    let times = counts.times
    guard times.judged > 0 else { return [] }
    let name = isNamed ? "\(names.candidate): " : ""
    let same = DisplayFormat.percent(rule.equivalenceMargin)
    let parts = [
      (times.regressed, "slower"), (times.improved, "faster"),
      (times.equivalent, "the same within \(same)"), (times.inconclusive, "not told"),
    ].filter { $0.0 > 0 }.map { "\(DisplayFormat.grouped($0.0)) \($0.1)" }
    let total = DisplayFormat.cases(times.judged)
    let rest = times.inconclusive == 0 ? "" : isOfOneCode ? sameness : scatter
    return page.wrapped("\(name)\(total): \(parts.joined(separator: ", ")).", .strong)
      + (rest.isEmpty ? [] : page.wrapped(rest, .plain))
      + suspicion(page) + advice(page)
  }

  /// The reason why nothing is left to decide between runs of one machine code.
  private var sameness: String {
    "Nothing is left to decide: both measured one machine code, which cannot have become slower."
  }

  /// The distance between the runs, and the slow-downs that they would have shown.
  private var scatter: String {
    // Of single launches, the reason says enough.
    guard let runs = rule.runs,
      cases.contains(where: { $0.time?.decision?.verdict == .inconclusive })
    else { return "" }
    // Both are logarithms.
    let (deviation, shift) = (expm1(runs.runDeviation), expm1(abs(runs.shift)))
    var sentences: [String] = []
    if runs.caseCount < RunPairSpread.leastCases {
      sentences.append(
        "Fewer than \(RunPairSpread.leastCases) cases do not tell how far two runs lie apart; "
          + "\(DisplayFormat.percent(deviation)) is assumed.")
    } else if shift > rule.equivalenceMargin / 2 {
      let word = runs.shift > 0 ? "slower" : "faster"
      sentences.append(
        "Half of the cases of \(names.candidate) are \(word) by \(DisplayFormat.percent(shift)) "
          + "or more: the machine, or a change of everything.")
    } else if deviation > 0.01 {
      sentences.append(
        "The two runs lie \(DisplayFormat.percent(deviation)) apart where nothing has changed.")
    }
    if let effect = typicalDetectableEffect {
      sentences.append(
        effect < 10
          ? "These files show slow-downs from about \(DisplayFormat.share(effect)) on."
          : "These files show no slow-down below ten times the time.")
    }
    return sentences.joined(separator: " ")
  }

  /// The undecided cases that may have changed, at most three by name.
  private func suspicion(_ page: RunTable.Page) -> [String] {
    let suspects = suspects
    guard !suspects.isEmpty, !isOfOneCode else { return [] }
    let shown = suspects.prefix(3).flatMap { result -> [String] in
      let ratio = result.time?.ratio.map { "\(DisplayFormat.ratio($0))  " } ?? ""
      return ["  \(ratio)\(result.id)"]
    }
    let rest = suspects.count - shown.count
    return ["May have changed (\(names.candidate)/\(names.baseline)):"] + shown
      + (rest > 0 ? ["  and \(DisplayFormat.grouped(rest)) more"] : [])
  }

  /// The command that decides what these records cannot, and what it takes.
  func advice(_ page: RunTable.Page) -> [String] {
    guard let advice = gateAdvice else { return [] }
    return [advice.sentence, "  \(advice.command)"]
  }
}

extension GateAdvice {
  /// The use of the command, and the time it takes.
  var sentence: String {
    let ends = [seconds.lowerBound, seconds.upperBound].map { "\(max(1, ($0 + 30) / 60))" }
    let time = (ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")) + " min"
    let missing = [
      missingBase.map { "the executable of \($0) as BASE" },
      missingHead.map { "\(missingBase == nil ? "the executable" : "that") of \($0) as HEAD" },
    ].compactMap(\.self)
    let executables = missing.isEmpty ? "" : ", with " + missing.joined(separator: " and ")
    let built = arguments.contains("--head") ? "the base is" : "both sides are"
    let building = arguments.contains("--base-ref") ? " once \(built) built" : ""
    let head = replacedHead.map { " (the head is the work tree, and not the build of \($0))" } ?? ""
    return "To decide about \(extent) in about \(time)\(building)\(executables)\(head):"
  }

  /// The number of cases to decide about, and how many are measured for it where those are others.
  private var extent: String {
    let cases = DisplayFormat.cases(caseCount)
    let measured = DisplayFormat.grouped(measuredCount)
    return measuredCount < caseCount
      ? "\(measured) of \(cases)"
      : measuredCount > caseCount ? "\(cases) (\(measured) are measured)" : cases
  }

  /// The command line, for a shell.
  var command: String {
    ([tool] + arguments.map(\.shellQuoted)).joined(separator: " ")
  }
}

extension String {
  /// This text as one word of a shell's command line.
  package var shellQuoted: String {
    let plain = allSatisfy { character in
      character.isASCII && (character.isLetter || character.isNumber)
        || "-_./=:,+@%".contains(character)
    }
    return plain && !isEmpty
      ? self : "'" + replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
