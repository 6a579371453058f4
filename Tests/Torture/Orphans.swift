import Foundation

/// Processes that outlive the command that started them.
enum Orphans {
  /// Finds the processes whose environment has `variable`, kills them, and returns their names.
  ///
  /// Those that the system ends with their parent have a moment for that.
  static func end(startedWith variable: String) -> [String] {
    var found = processes(with: variable)
    for _ in 0..<40 where !found.isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
      found = processes(with: variable)
    }
    for process in found { kill(process.number, SIGKILL) }
    while !processes(with: variable).isEmpty { Thread.sleep(forTimeInterval: 0.01) }
    return found.map { "\($0.number) \($0.name)" }
  }

  private static func processes(with variable: String) -> [(number: Int32, name: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let wanted = Data(variable.utf8)
    return names.compactMap { name in
      guard let number = Int32(name),
        let environment = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ")),
        environment.range(of: wanted) != nil
      else { return nil }
      let command = (try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))) ?? Data()
      let words = String(decoding: command, as: UTF8.self).replacing("\0", with: " ")
      return (number, String(words.suffix(120)))
    }
  }
}
