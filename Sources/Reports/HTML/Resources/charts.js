"use strict";
(() => {
  const specs = JSON.parse(document.getElementById("chart-data").textContent);
  const marks = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
  const dashes = [[6, 4], [2, 3], [8, 3, 2, 3], [1, 4]];
  const drawn = new Map();

  // Figures as people read them: three digits and a unit that suits the size.
  const scaled = (value, units, space) => {
    let index = 0;
    while (Math.abs(value) >= 999.5 && index < units.length - 1) {
      value /= 1000;
      index += 1;
    }
    return String(Number(value.toPrecision(3))) + (units[index] ? space + units[index] : "");
  };
  const formats = {
    ns: (value) => scaled(value, ["ns", "µs", "ms", "s"], " "),
    byte: (value) => scaled(value, ["B", "kB", "MB", "GB", "TB"], " "),
    count: (value) => scaled(value, ["", "k", "M", "G"], ""),
    ratio: (value) => `${Number(value.toPrecision(3))}×`,
    change: (value) => {
      const percent = Number(((value - 1) * 100).toFixed(Math.abs(value - 1) < 0.1 ? 1 : 0));
      return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
    },
  };

  const style = () => {
    const values = getComputedStyle(document.documentElement);
    const get = (name) => values.getPropertyValue(name).trim();
    return {
      page: get("--page"), text: get("--text"), faint: get("--faint"), line: get("--line"), good: get("--good"),
      card: get("--card"),
      verdict: (name) => get({ regressed: "--bad", improved: "--good", inconclusive: "--warn" }[name] || "--faint"),
      color: (series) => get(series.floor ? "--kf" : `--k${series.rank % 12}`),
    };
  };

  // Bounds of a logarithmic axis, and its ticks: 1, 2 and 5, or powers of ten alone.
  const steps = [1, 2, 5];
  const ticks = (low, high) => {
    const all = [];
    for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)); power += 1) {
      for (const step of steps) all.push(Number(`${step}e${power}`));
    }
    const first = all.findLastIndex((value) => value <= low);
    const last = all.findIndex((value) => value >= high);
    const within = all.slice(Math.max(first, 0), last < 0 ? all.length : last + 1);
    if (within.length < 2) within.push(within[0] * 2);
    return within;
  };
  const logarithmic = (values, theme, format, title) => {
    const positive = values.filter((value) => value > 0);
    if (!positive.length) positive.push(1);
    const within = ticks(Math.min(...positive), Math.max(...positive));
    const isWide = within.length > 9;
    const shown = within.filter((value) => !isWide || String(value.toExponential()).startsWith("1e"));
    return {
      type: "logarithmic", min: within[0], max: within[within.length - 1],
      afterBuildTicks: (axis) => { axis.ticks = shown.map((value) => ({ value })); },
      ticks: { color: theme.faint, maxRotation: 0, callback: (value) => format(value) },
      grid: { color: theme.line }, title: { display: Boolean(title), text: title, color: theme.faint },
    };
  };
  const categories = (theme) => ({
    ticks: { color: theme.faint, autoSkip: false }, grid: { display: false },
  });

  const line = (series, theme, data) => ({
    label: series.suffix ? `${series.name} ${series.suffix}` : series.name, data,
    borderColor: theme.color(series), backgroundColor: theme.color(series),
    pointStyle: marks[series.rank % marks.length], pointRadius: 5, pointHoverRadius: 7,
    borderWidth: 2, borderDash: series.floor ? dashes[series.rank % dashes.length] : [],
  });

  const stroke = (context, color, width, points) => {
    context.save();
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    for (const [x, y, isStart] of points) isStart ? context.moveTo(x, y) : context.lineTo(x, y);
    context.stroke();
    context.restore();
  };

  // Intervals as whiskers, and crossovers as broken lines from top to bottom.
  const whiskers = (spec, theme) => ({
    id: "whiskers",
    afterDatasetsDraw: (chart) => {
      const { ctx, chartArea, scales: { x, y } } = chart;
      spec.series.forEach((series, index) => {
        if (!chart.isDatasetVisible(index)) return;
        for (const [items, , low, high] of series.values) {
          if (!(low > 0) || !(high > 0)) continue;
          const [px, top, bottom] = [x.getPixelForValue(items), y.getPixelForValue(high), y.getPixelForValue(low)];
          stroke(ctx, theme.color(series), 1.5, [
            [px, top, true], [px, bottom], [px - 4, top, true], [px + 4, top],
            [px - 4, bottom, true], [px + 4, bottom],
          ]);
        }
      });
      for (const items of spec.crossovers || []) {
        const px = x.getPixelForValue(items);
        ctx.save();
        ctx.setLineDash([3, 3]);
        stroke(ctx, theme.good, 1.5, [[px, chartArea.top, true], [px, chartArea.bottom]]);
        ctx.restore();
      }
    },
  });

  const medians = (spec, theme) => ({
    id: "medians",
    afterDatasetsDraw: (chart) => {
      const { x, y } = chart.scales;
      spec.series.forEach((series, index) => {
        if (!chart.isDatasetVisible(index)) return;
        for (const [row, median] of series.values) {
          if (!(median > 0)) continue;
          const [px, py] = [x.getPixelForValue(median), y.getPixelForValue(row)];
          // With an edge, so that it shows on bars of any colour.
          stroke(chart.ctx, theme.page, 6, [[px, py - 8, true], [px, py + 8]]);
          stroke(chart.ctx, theme.text, 3, [[px, py - 7, true], [px, py + 7]]);
        }
      });
    },
  });

  // What is let pass as a band, and each row's name above its interval.
  const intervals = (spec, theme) => ({
    id: "intervals",
    beforeDatasetsDraw: (chart) => {
      const { ctx, chartArea, scales: { x, y } } = chart;
      const span = spec.margin > 0 ? [1 / (1 + spec.margin), 1 + spec.margin] : [];
      if (span.length) {
        const [left, right] = span.map((value) => x.getPixelForValue(value));
        ctx.save();
        ctx.fillStyle = theme.card;
        ctx.fillRect(left, chartArea.top, right - left, chartArea.height);
        ctx.setLineDash([4, 4]);
        for (const px of [left, right]) stroke(ctx, theme.faint, 1, [[px, chartArea.top, true], [px, chartArea.bottom]]);
        ctx.restore();
      }
      const one = x.getPixelForValue(1);
      stroke(ctx, theme.faint, 1.5, [[one, chartArea.top, true], [one, chartArea.bottom]]);
      const step = y.getPixelForValue(1) - y.getPixelForValue(0);
      for (let row = 0.5; row < spec.categories.length - 1; row += 1) {
        const py = y.getPixelForValue(row);
        stroke(ctx, theme.line, 1, [[chartArea.left, py, true], [chartArea.right, py]]);
      }
      ctx.save();
      ctx.fillStyle = theme.text;
      // An edge, so that no line runs through the letters.
      ctx.strokeStyle = theme.page;
      ctx.lineWidth = 4;
      ctx.lineJoin = "round";
      ctx.font = `12px ${Chart.defaults.font.family}`;
      ctx.textBaseline = "middle";
      spec.categories.forEach((name, row) => {
        const place = [chartArea.left + 4, y.getPixelForValue(row) - step / 4, chartArea.width - 8];
        ctx.strokeText(name, ...place);
        ctx.fillText(name, ...place);
      });
      ctx.restore();
    },
    afterDatasetsDraw: (chart) => {
      const { ctx, scales: { x, y } } = chart;
      const step = y.getPixelForValue(1) - y.getPixelForValue(0);
      spec.series.forEach((series, index) => {
        if (!chart.isDatasetVisible(index)) return;
        for (const [row, , low, high] of series.values) {
          if (!(low > 0) || !(high > 0)) continue;
          const [left, right, py] = [x.getPixelForValue(low), x.getPixelForValue(high), y.getPixelForValue(row + 0.2)];
          const half = Math.min(6, step / 5);
          stroke(ctx, theme.verdict(series.name), 2, [
            [left, py, true], [right, py], [left, py - half, true], [left, py + half],
            [right, py - half, true], [right, py + half],
          ]);
        }
      });
    },
  });
  const verdictMarks = { regressed: "triangle", improved: "rectRot", inconclusive: "crossRot", equivalent: "circle" };

  const builders = {
    intervals: (spec, theme, format) => {
      const values = spec.series.flatMap((series) => series.values.flatMap((value) => value.slice(1)))
        .filter((value) => value > 0);
      if (spec.margin > 0) values.push(1 / (1 + spec.margin), 1 + spec.margin);
      const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
      const room = (high - low) * 0.05;
      const x = high / low > 3
        ? logarithmic([low, high], theme, formats.ratio)
        : {
          type: "linear", suggestedMin: low - room, suggestedMax: high + room, grid: { color: theme.line },
          ticks: { color: theme.faint, maxRotation: 0, maxTicksLimit: 8, callback: formats.change },
        };
      x.position = "top";
      x.title = { display: true, text: `← ${spec.sides[1]} is faster    ${spec.sides[1]} is slower →`, color: theme.faint };
      return {
        type: "scatter",
        data: {
          datasets: spec.series.map((series) => ({
            label: series.name, data: series.values.map(([row, value]) => ({ x: value, y: row + 0.2 })),
            pointStyle: verdictMarks[series.name], pointRadius: 6, pointHoverRadius: 8, borderWidth: 2,
            borderColor: theme.verdict(series.name), backgroundColor: theme.verdict(series.name),
          })),
        },
        scales: {
          x,
          y: {
            type: "linear", reverse: true, min: -0.5, max: spec.categories.length - 0.5,
            ticks: { display: false }, grid: { display: false },
          },
        },
        label: (item) => {
          const [row, value, low, high] = spec.series[item.datasetIndex].values[item.dataIndex];
          const text = x.type === "linear" ? formats.change : format;
          return `${spec.categories[row]}: ${text(value)} (${text(low)} to ${text(high)})`;
        },
        plugins: [intervals(spec, theme)],
      };
    },
    growth: (spec, theme, format) => {
      const points = spec.series.flatMap((series) => series.values);
      const sizes = [...new Set(points.map((point) => point[0]))].sort((a, b) => a - b);
      const x = logarithmic(sizes, theme, formats.count, "items");
      x.min = sizes[0] / 1.3;
      x.max = sizes[sizes.length - 1] * 1.3;
      x.afterBuildTicks = (axis) => { axis.ticks = sizes.map((value) => ({ value })); };
      return {
        type: "line",
        data: {
          datasets: spec.series.map((series) =>
            line(series, theme, series.values.map(([x, y]) => ({ x, y: y > 0 ? y : null })))),
        },
        scales: { x, y: logarithmic(points.flatMap((point) => point.slice(1)), theme, format) },
        label: (item) => {
          const [, value, low, high] = spec.series[item.datasetIndex].values[item.dataIndex];
          const range = low === null || high === null ? "" : ` (${format(low)} to ${format(high)})`;
          return `${spec.series[item.datasetIndex].name}: ${format(value)}${range}`;
        },
        title: (items) => `${formats.count(items[0].parsed.x)} items`,
        plugins: [whiskers(spec, theme)],
      };
    },
    spread: (spec, theme, format) => {
      const rows = spec.series.flatMap((series) => series.values);
      const find = (item) =>
        spec.series[item.datasetIndex].values.find((row) => row[0] === item.dataIndex);
      return {
        type: "bar", axis: "y",
        data: {
          labels: spec.categories,
          datasets: spec.series.map((series) => {
            const data = spec.categories.map(() => null);
            for (const [row, median, low, high] of series.values) {
              data[row] = low > 0 && high > 0 ? [low, high] : [median, median];
            }
            return {
              label: series.name, data, grouped: false, minBarLength: 2, barPercentage: 0.7, maxBarThickness: 24,
              backgroundColor: theme.color(series),
            };
          }),
        },
        scales: {
          x: logarithmic(rows.flatMap((row) => row.slice(1)), theme, format),
          y: categories(theme),
        },
        label: (item) => {
          const [, median, low, high] = find(item);
          return `median ${format(median)}` + (low === null ? "" : `, p05 ${format(low)}, p95 ${format(high)}`);
        },
        plugins: [medians(spec, theme)],
      };
    },
    quantiles: (spec, theme, format) => ({
      type: "line",
      data: {
        labels: spec.categories,
        datasets: spec.series.map((series) =>
          line(series, theme, series.values.map((value) => (value > 0 ? value : null)))),
      },
      scales: {
        x: { ...categories(theme), offset: true },
        y: logarithmic(spec.series.flatMap((series) => series.values), theme, format),
      },
      label: (item) => `${spec.series[item.datasetIndex].name}: ${format(item.raw)}`,
    }),
    bars: (spec, theme, format) => {
      const values = spec.series.flatMap((series) => series.values).filter((value) => value > 0);
      const isNegative = spec.series.some((series) => series.values.some((value) => value < 0));
      const isWide = !isNegative && Math.max(...values) / Math.min(...values) > 50;
      const y = isWide
        ? logarithmic([Math.min(...values) / 2, ...values], theme, format)
        : {
          beginAtZero: true, grid: { color: theme.line },
          ticks: { color: theme.faint, callback: (value) => format(value) },
        };
      return {
        type: "bar",
        data: {
          labels: spec.categories.map((items) => `${items} items`),
          datasets: spec.series.map((series) => ({
            label: series.name, backgroundColor: theme.color(series),
            data: series.values.map((value) => (isWide && !(value > 0) ? null : value)),
          })),
        },
        scales: { x: categories(theme), y },
        label: (item) => `${spec.series[item.datasetIndex].name}: ${format(item.raw)}`,
      };
    },
  };

  const draw = (spec) => {
    if (drawn.has(spec.id)) return;
    const theme = style();
    // Where a legend takes many lines, the figures keep their room.
    const place = document.getElementById(spec.id).parentElement;
    if (spec.series.length > 6 && place.clientWidth < 480) {
      place.style.minHeight = `${16 + 1.2 * spec.series.length}rem`;
    }
    const built = builders[spec.kind](spec, theme, formats[spec.unit]);
    const callbacks = { label: built.label };
    if (built.title) callbacks.title = built.title;
    drawn.set(spec.id, new Chart(document.getElementById(spec.id), {
      type: built.type, data: built.data, plugins: built.plugins || [],
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        indexAxis: built.axis || "x", scales: built.scales,
        plugins: {
          legend: {
            position: "bottom",
            labels: {
              color: theme.text, usePointStyle: built.type !== "bar", boxWidth: 8, boxHeight: 8,
            },
          },
          tooltip: { callbacks },
        },
      },
    }));
  };
  const clear = () => {
    for (const chart of drawn.values()) chart.destroy();
    drawn.clear();
  };
  const byID = new Map(specs.map((spec) => [spec.id, spec]));

  // A chart is drawn when it comes near the window, all of them before printing.
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      observer.unobserve(entry.target);
      draw(byID.get(entry.target.id));
    }
  }, { rootMargin: "400px" });
  const observe = () => {
    for (const spec of specs) {
      const canvas = document.getElementById(spec.id);
      observer.unobserve(canvas);
      observer.observe(canvas);
    }
  };
  observe();
  const restart = () => {
    clear();
    observe();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restart);
  addEventListener("beforeprint", () => {
    clear();
    for (const spec of specs) draw(spec);
  });
  addEventListener("afterprint", restart);
})();
