import Foundation
import Processes
import TestSupport
import Testing

@Suite struct SystemFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(_ path: String, atMost limit: Int = 10) -> InputError? {
    #expect(throws: InputError.self) { try SystemFile.contents(of: path, atMost: limit) }
  }

  @Test func onlyRegularFilesOfABoundedSizeAreRead() throws {
    let path = folder.path(of: "file")
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    #expect(try SystemFile.contents(of: path, atMost: 10) == Array("0123456789".utf8))
    #expect(error(path, atMost: 9) == .tooLarge(limit: 9))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link"), withDestinationPath: path)
    #expect(try SystemFile.text(of: folder.path(of: "link")) == "0123456789")
    #expect(error(folder.path) == .system(SystemError(code: EISDIR)))
    #expect(error(folder.path(of: "missing")) == .system(SystemError(code: ENOENT)))
    #expect(error("/dev/zero") == .notRegular)
    #expect(error("/dev/null") == .notRegular)
    // Its size is 0, and it has bytes all the same.
    #expect(error("/proc/self/stat", atMost: 3) == .tooLarge(limit: 3))
    try Data([0xff]).write(to: URL(filePath: path))
    let text = #expect(throws: InputError.self) { try SystemFile.text(of: path) }
    #expect(text == .notUTF8)
  }

  @Test func partsOfAFileAreReadOneAfterTheOther() throws {
    let path = folder.path(of: "file")
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    let file = try SystemFile(reading: path)
    #expect(try file.readNext(4) == Array("0123".utf8))
    #expect(try file.readNext(0) == [])
    #expect(try file.readNext(100) == Array("456789".utf8))
    #expect(try file.readNext(1) == [])
  }

  /// Read to the limit, it would take half a tebibyte of memory.
  @Test func aFileThatSaysItIsTooLargeIsNotRead() throws {
    let path = folder.path(of: "sparse")
    try SystemFile(opening: path, O_RDWR | O_CREAT).truncate(to: 1 << 40)
    #expect(error(path, atMost: 1 << 39) == .tooLarge(limit: 1 << 39))
  }

  @Test func aPipeWithoutAWriterIsNotWaitedFor() throws {
    let pipe = folder.path(of: "pipe")
    let made = try ExternalProgram(path: "/usr/bin/mkfifo").run([pipe])
    try #require(made.isSuccess)
    #expect(error(pipe) == .notRegular)
  }
}
