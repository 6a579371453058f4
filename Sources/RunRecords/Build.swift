/// One build that was measured.
public struct Build: Codable, Hashable, Sendable {
  /// What the record calls it: `run`, or `base` and `head` in a comparison.
  public var id: String
  /// The commit of the sources.
  public var git: Git
  /// The executable file.
  public var binary: Binary
  /// What compiled it.
  public var compiler: Compiler

  /// A commit; each field is nil where it cannot be told.
  public struct Git: Codable, Hashable, Sendable {
    /// The full hash.
    public var sha: String?
    /// The branch's name.
    public var branch: String?
    /// Whether the work tree differed from the commit.
    public var dirty: Bool?

    /// Names a commit.
    public init(sha: String? = nil, branch: String? = nil, dirty: Bool? = nil) {
      self.sha = sha
      self.branch = branch
      self.dirty = dirty
    }
  }

  /// An executable file by its hashes, in hexadecimal digits.
  public struct Binary: Codable, Hashable, Sendable {
    /// Of the whole file.
    public var sha256: String?
    /// Of its `.text` section: equal where the same code was linked.
    public var textSHA256: String?

    private enum CodingKeys: String, CodingKey {
      case sha256
      case textSHA256 = "text_sha256"
    }

    /// Names a file by its hashes.
    public init(sha256: String? = nil, textSHA256: String? = nil) {
      self.sha256 = sha256
      self.textSHA256 = textSHA256
    }
  }

  /// A compiler and how it was called.
  public struct Compiler: Codable, Hashable, Sendable {
    /// The Swift version: `6.3.1`.
    public var swift: String
    /// The target triple: `x86_64-unknown-linux-gnu`.
    public var target: String
    /// The flags that change the code.
    public var flags: [String]

    /// Names a compiler.
    public init(swift: String, target: String, flags: [String]) {
      self.swift = swift
      self.target = target
      self.flags = flags
    }
  }

  /// Describes a build.
  public init(id: String, git: Git, binary: Binary, compiler: Compiler) {
    self.id = id
    self.git = git
    self.binary = binary
    self.compiler = compiler
  }
}
