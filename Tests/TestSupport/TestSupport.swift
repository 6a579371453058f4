/// Shared by tests.
public enum TestSupport {}
