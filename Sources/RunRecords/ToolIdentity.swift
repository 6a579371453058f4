/// The tool that wrote a record.
public struct ToolIdentity: Codable, Hashable, Sendable {
  /// The name of the executable.
  public var name: String
  /// Its own version, `major.minor.patch`.
  public var version: String
  /// The commit it was built from; nil where the build does not know it.
  public var gitSHA: String?

  private enum CodingKeys: String, CodingKey {
    case name, version
    case gitSHA = "git_sha"
  }

  /// Names a tool and its version.
  public init(name: String, version: String, gitSHA: String? = nil) {
    self.name = name
    self.version = version
    self.gitSHA = gitSHA
  }
}
