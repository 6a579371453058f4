import Benchmarking
import Foundation
import Processes
import Profiles
import Reports
import RunRecords

/// A way in which `profile` samples call stacks.
enum SamplingWay: String, CaseIterable {
  case auto, perf, timer

  static var names: [String] { allCases.map(\.rawValue) }

  static func named(_ name: String) throws(ToolError) -> SamplingWay {
    guard let way = SamplingWay(rawValue: name) else {
      throw .unknownName(kind: "way to sample", found: name, known: names)
    }
    return way
  }

  /// The engines to try, the best first.
  var engines: [SamplingEngine] {
    switch self {
    case .auto: [.cycles, .clock, .timer]
    case .perf: [.cycles, .clock]
    case .timer: [.timer]
    }
  }
}

/// The measures that `--only` names.
enum ProfileMeasures {
  private static let choices: [CaseProfile.Measure] = [.time, .instructions, .allocations]

  static func parsed(_ text: String?) throws(ToolError) -> Set<CaseProfile.Measure> {
    guard let text else { return Set(CaseProfile.Measure.allCases) }
    var measures: Set<CaseProfile.Measure> = []
    for name in text.split(separator: ",") {
      guard let measure = choices.first(where: { $0.rawValue == name }) else {
        throw .unknownName(
          kind: "measure of a profile", found: String(name), known: choices.map(\.rawValue))
      }
      measures.insert(measure)
      if measure == .allocations { measures.insert(.bytes) }
    }
    guard !measures.isEmpty else {
      throw .invalidValue(option: "--only", found: text, reason: "name a measure, as in cpu")
    }
    return measures
  }
}

/// A kind of file that `profile` writes.
enum ProfileFormat: String, CaseIterable {
  case html, folded, speedscope, md, json

  static func parsed(_ text: String?) throws(ToolError) -> Set<ProfileFormat> {
    guard let text else { return Set(allCases) }
    var formats: Set<ProfileFormat> = []
    for name in text.split(separator: ",") {
      guard let format = ProfileFormat(rawValue: String(name)) else {
        throw .unknownName(
          kind: "format of a profile", found: String(name), known: allCases.map(\.rawValue))
      }
      formats.insert(format)
    }
    guard !formats.isEmpty else {
      throw .invalidValue(option: "--format", found: text, reason: "name a format, as in html")
    }
    return formats
  }
}

/// The directory of a profile's files.
///
/// It may hold files of another profile, which are replaced, and nothing else. Its `profile.json` is
/// always written: stacks in the folded format do not tell who wrote them.
struct ProfileFolder {
  private let path: String
  private let formats: Set<ProfileFormat>

  private static let page = "index.html"
  private static let document = "profile.json"
  private static let foldedNames = Set(
    CaseProfile.Measure.allCases.flatMap {
      ["\($0.rawValue).folded", "base-\($0.rawValue).folded"]
    })

  /// Returns whether the file `name` at `path` is one that a profile writes.
  ///
  /// - Throws: `ToolError.cannotWrite` with the system's reason for one that cannot be read.
  private static func isOwn(_ name: String, at path: String) throws(ToolError) -> Bool {
    let isWritten: (String) -> Bool
    switch name {
    case page: isWritten = ProfilePage.isPage
    case "profile.md": isWritten = { $0.hasPrefix(ProfileText.beginning) }
    case document: isWritten = ProfileDocument.isDocument
    case "speedscope.json": isWritten = SpeedscopeExport.isExport
    case _ where foldedNames.contains(name): return try isOwn(document, at: path)
    case _ where AtomicFile.isLeftover(name): return true
    default: return false
    }
    let file = "\(path)/\(name)"
    do {
      let bytes = try SystemFile(reading: file).readNext(1 << 12)
      return isWritten(String(decoding: bytes, as: UTF8.self))
    } catch InputError.notRegular, InputError.system(SystemError(code: EISDIR)),
      InputError.system(SystemError(code: ENOENT))
    {
      return false
    } catch {
      throw .cannotWrite(path: file, reason: SystemError.message(of: error))
    }
  }

  /// Names the directory, and checks that it can be written.
  ///
  /// - Throws: `ToolError` for a file, or a directory with files of others.
  init(_ path: String?, formats: Set<ProfileFormat>) throws(ToolError) {
    self.formats = formats
    guard let path else {
      self.path = Self.usualPath
      try Self.checkWritable(self.path)
      return
    }
    guard !path.isEmpty else {
      throw .invalidValue(option: "--output", found: path, reason: "name a directory")
    }
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      try Self.checkWritable(path)
      return
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .invalidValue(
        option: "--output", found: path,
        reason: "it is a file, or cannot be read; name a directory for the profile's files")
    }
    for name in names.sorted() where !(try Self.isOwn(name, at: path)) {
      throw .invalidValue(
        option: "--output", found: path,
        reason: "it holds '\(name)', which profile did not write; name a new directory")
    }
    try RecordDestination(path: "\(path)/\(Self.page)").checkWritable()
  }

  /// The directory where none is named, of this moment.
  static var usualPath: String {
    String(RecordDestination.new(named: "profile", startedAt: .now).path.dropLast(".json".count))
  }

  /// The directory of one case among those of others in `parent`.
  static func path(of id: String, in parent: String) -> String {
    parent + "/" + String(id.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  /// Refuses a directory that cannot be made, before minutes are spent on its contents.
  private static func checkWritable(_ path: String) throws(ToolError) {
    let files = FileManager.default
    var parent = URL(filePath: path).standardizedFileURL
    while !files.fileExists(atPath: parent.path), parent.path != "/" {
      parent.deleteLastPathComponent()
    }
    guard files.fileExists(atPath: parent.path + "/.") else {
      throw .cannotWrite(path: path, reason: "\(parent.path) is no directory")
    }
    guard files.isWritableFile(atPath: parent.path) else {
      throw .cannotWrite(path: path, reason: "\(parent.path) cannot be written")
    }
  }

  /// The file to look at first.
  var mainPath: String {
    if formats.contains(.html) { return "\(path)/\(Self.page)" }
    return formats.contains(.md) ? "\(path)/profile.md" : path
  }

  /// Writes the files, each as a whole or not at all, and removes those of the profile before.
  ///
  /// - Throws: `ToolError.cannotWrite` or `.record`.
  func write(_ profile: CaseProfile, base: CaseProfile?) throws(ToolError) {
    let files = try files(of: profile, base)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: SystemError.message(of: error))
    }
    for (name, text) in files { try RecordDestination(path: "\(path)/\(name)").write(text) }
    do {
      let written = Set(files.map(\.name))
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !written.contains(name) {
        guard try Self.isOwn(name, at: path) else { continue }
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
      }
    } catch let error as ToolError {
      throw error
    } catch {
      throw .cannotWrite(path: path, reason: SystemError.message(of: error))
    }
  }

  private func files(
    of profile: CaseProfile, _ base: CaseProfile?
  ) throws(ToolError) -> [(name: String, text: String)] {
    var files = [(name: Self.document, text: ProfileDocument.text(of: profile, base: base))]
    if formats.contains(.folded) {
      for (prefix, profile) in [("", profile), ("base-", base)] {
        for pass in profile?.passes ?? [] {
          files.append(("\(prefix)\(pass.measure.rawValue).folded", pass.tree.folded))
        }
      }
    }
    if formats.contains(.speedscope) {
      files.append(("speedscope.json", SpeedscopeExport.text(of: profile)))
    }
    if formats.contains(.md) {
      files.append(("profile.md", ProfileText(profile, base: base).markdown))
    }
    if formats.contains(.html) {
      do throws(TemplateError) {
        files.append((Self.page, try ProfilePage(profile, base: base).render()))
      } catch {
        throw .failed(reason: "\(error)")
      }
    }
    return files
  }
}
