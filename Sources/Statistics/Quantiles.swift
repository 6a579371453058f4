/// Order statistics.
public enum Quantiles {}
