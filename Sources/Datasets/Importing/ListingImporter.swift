import Foundation
import Processes

/// An importer that reads a list of files as the collection that `DirectoryImporter` would find in
/// the tree: directories are sections, their files items.
///
/// Each line is a file's size in bytes, a space and its path, as
/// `find . -type f -printf '%s %P\n'` prints them. Lines that begin with `#` are comments, and the
/// order of lines has no meaning. A list holds no times and no empty directories, and a path has at most
/// 4,095 bytes.
struct ListingImporter {
  /// Reads the collection that the file at `path` lists.
  ///
  /// - Throws: `DatasetError` if the file cannot be read, has no files or has a malformed line.
  func collection(at path: String) throws(DatasetError) -> ImportedCollection {
    let data: [UInt8]
    do throws(InputError) {
      data = try SystemFile.contents(of: path)
    } catch {
      throw .unreadable(path: path, reason: error.text)
    }
    var tree = ListedTree()
    for (index, line) in data.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if let problem = tree.add(line) {
        throw .malformed(
          path: path, line: index + 1, column: problem.column, problem: problem.text)
      }
    }
    let directories = tree.sorted
    let importer = DirectoryImporter { path in
      // The importer joins the root, here empty, and a path below it by a slash.
      directories[Array(path.dropFirst())] ?? DirectoryListing()
    }
    do throws(DatasetError) {
      var collection = try importer.collection(at: "")
      collection.details.sourceLines = [
        "listing: \(path)", "bytes in its files: \(tree.byteCount)",
      ]
      return collection
    } catch .empty {
      throw .empty(path: path)
    }
  }

  /// The part of ids that names the listing at `path`: its name without the extension.
  ///
  /// A name that another kind of collection has gets `listing-` in front.
  static func name(of path: String) -> String {
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    let name = String(CaseIDText.cleaned(stem))
    let isTaken = SectionDistribution(name: name) != nil || ["directory", "csv"].contains(name)
    return isTaken ? "listing-\(name)" : name
  }
}

/// The text that a file's name becomes in case ids.
package enum CaseIDText {
  /// Returns `name` with a dash for every character but ASCII letters, digits and dashes.
  ///
  /// Ids are told apart at slashes, and filters take * and ? for patterns.
  package static func cleaned(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "-" })
  }
}

/// The directories that lines of a listing lead to.
private struct ListedTree {
  /// The contents by path below the root, each with a trailing slash except for the root's.
  private var directories: [[UInt8]: DirectoryListing] = [[]: DirectoryListing()]
  private var files: Set<[UInt8]> = []
  /// The bytes in all files.
  private(set) var byteCount = 0

  /// A mistake in a line; the column counts bytes from 1.
  struct Problem {
    let column: Int
    let text: String
  }

  /// Adds the file in `line`.
  ///
  /// - Returns: The mistake; nil for a proper line.
  mutating func add(_ line: ArraySlice<UInt8>) -> Problem? {
    let digits = line.prefix { (0x30...0x39).contains($0) }
    let rest = line.dropFirst(digits.count)
    guard let size = Int(String(decoding: digits, as: UTF8.self)), rest.first == 0x20 else {
      return Problem(
        column: 1,
        text: "a line is a file's size in bytes, a space and its path, as in "
          + "'1024 photos/beach.jpg'; find DIRECTORY -type f -printf '%s %p\\n' prints them")
    }
    let column = digits.count + 2
    guard rest.count - 1 <= Self.mostPathBytes else {
      return Problem(
        column: column,
        text: "the path has \(rest.count - 1) bytes; the longest that Linux opens has "
          + "\(Self.mostPathBytes)")
    }
    let parts = rest.dropFirst().split(separator: Self.slash, omittingEmptySubsequences: false)
      .map { Array($0) }
    // A path may begin with ./ or /, as find prints it.
    let names =
      parts.count > 1 && ["", "."].contains(String(decoding: parts[0], as: UTF8.self))
      ? parts.dropFirst() : parts[...]
    guard let name = names.last, !names.contains(where: { Self.unusable.contains($0) }) else {
      return Problem(
        column: column,
        text: "'\(String(decoding: rest.dropFirst(), as: UTF8.self))' is no path "
          + "of a file below one root")
    }
    var directory: [UInt8] = []
    for (place, part) in names.dropLast().enumerated() {
      let parent = directory
      directory += part + [Self.slash]
      guard directories[directory] == nil else { continue }
      guard !files.contains(parent + part) else {
        return Problem(
          column: column, text: "part \(place + 1) of the path is listed as a file already")
      }
      directories[directory] = DirectoryListing()
      directories[parent]?.directories.append(part)
    }
    let path = directory + name
    guard directories[path + [Self.slash]] == nil, files.insert(path).inserted else {
      return Problem(column: column, text: "the path is listed already")
    }
    let (sum, overflows) = byteCount.addingReportingOverflow(size)
    byteCount = overflows ? .max : sum
    directories[directory]?.files.append(
      DirectoryListing.File(name: name, byteCount: size, modifiedSeconds: 0))
    return nil
  }

  /// The directories with their entries in the byte order of names.
  var sorted: [[UInt8]: DirectoryListing] {
    directories.mapValues { listing in
      var sorted = listing
      sorted.files.sort { $0.name.lexicographicallyPrecedes($1.name) }
      sorted.directories.sort { $0.lexicographicallyPrecedes($1) }
      return sorted
    }
  }

  /// Linux's `PATH_MAX`, which counts a zero byte at the end. The time that a path takes grows with
  /// the product of its bytes and its directories.
  private static let mostPathBytes = 4_095
  private static let slash = UInt8(ascii: "/")
  private static let unusable: Set<[UInt8]> = [[], Array(".".utf8), Array("..".utf8)]
}
