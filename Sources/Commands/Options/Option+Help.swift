import ArgumentParser

extension Option {
  /// An option that is described by `abstract` and `discussion`, and whose value help calls
  /// `value`; `.unconditional` parsing takes values that begin with a dash, as numbers may.
  init(
    wrappedValue: Value, _ abstract: String, discussion: String? = nil, value: String? = nil,
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    let help = ArgumentHelp(abstract, discussion: discussion, valueName: value)
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing, help: help, completion: completion)
  }

  /// An option that may be left out.
  init<Wrapped: ExpressibleByArgument>(
    _ abstract: String, discussion: String? = nil, value: String? = nil,
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    let help = ArgumentHelp(abstract, discussion: discussion, valueName: value)
    self.init(name: name, parsing: parsing, help: help, completion: completion)
  }

  /// An option that may be repeated.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], _ abstract: String, discussion: String? = nil, value: String? = nil,
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    let help = ArgumentHelp(abstract, discussion: discussion, valueName: value)
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing, help: help, completion: completion)
  }
}
