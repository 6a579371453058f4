"use strict";
// Draws the flame graphs of a profile. A node is [function, weight, ...callees], and in the
// difference of two builds [function, weight, weight in the base, ...callees].
(() => {
  const graphs = JSON.parse(document.getElementById("profile-data").textContent);
  const rowHeight = 18;
  const leastWidth = 0.4;

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const percent = (share) => (share * 100).toFixed(share < 0.1 ? 1 : 0) + " %";

  function amount(value, unit) {
    const steps = unit === "ns" ? [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]]
      : [[1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]];
    const size = Math.abs(value);
    const [step, suffix] = steps.find(([step]) => size >= step) ?? steps[steps.length - 1];
    return Number((value / step).toPrecision(3)) + suffix + (unit === "ns" ? "" : " " + unit);
  }

  // The nodes with their callers, the widest first, in units of one operation.
  function unfold(graph) {
    const hasBase = graph.baseScale !== undefined;
    const nodes = [];
    const add = (item, caller, depth) => {
      const [name, , kind] = graph.functions[item[0]];
      const node = {
        name, kind, caller, depth, children: [], head: item[1], base: hasBase ? item[2] : null,
      };
      const head = item[1] * graph.scale;
      node.value = hasBase ? Math.max(head, item[2] * graph.baseScale) : head;
      node.change = hasBase ? head - item[2] * graph.baseScale : 0;
      node.isSure = hasBase && (graph.isExact || Math.abs(node.change)
        > graph.quantile * Math.sqrt(item[1] * graph.variance + item[2] * graph.baseVariance));
      nodes.push(node);
      for (const child of item.slice(hasBase ? 3 : 2)) {
        node.children.push(add(child, node, depth + 1));
      }
      // A callee that the other build takes longer for may be wider than its caller.
      node.value = Math.max(node.value, node.children.reduce((sum, child) => sum + child.value, 0));
      return node;
    };
    const root = { name: "all", kind: -1, depth: 0, children: [], value: 0, change: 0, head: graph.total, isSure: false };
    nodes.push(root);
    root.children = graph.tree.map((item) => add(item, root, 1));
    root.value = hasBase
      ? root.children.reduce((sum, child) => sum + child.value, 0) : graph.total * graph.scale;
    return { root, nodes, hasBase };
  }

  function draw(box, graph) {
    const canvas = box.querySelector("canvas");
    const detail = box.querySelector(".detail");
    const found = box.querySelector("[data-found]");
    const search = box.querySelector("[data-search]");
    const { root, nodes, hasBase } = unfold(graph);
    const depth = nodes.reduce((most, node) => Math.max(most, node.depth), 0) + 1;
    const most = nodes.reduce((most, node) => Math.max(most, Math.abs(node.change)), 0);
    let zoomed = root;
    let chosen = root;
    let wanted = "";
    let places = [];

    const matches = (node) => wanted !== "" && node !== root && node.name.toLowerCase().includes(wanted);
    const callers = (node) => {
      const list = [];
      for (let at = node; at; at = at.caller) list.unshift(at);
      return list;
    };

    function fill(node) {
      if (hasBase) {
        if (!node.isSure || node.change === 0) return { back: color("--same"), ink: color("--ink") };
        const share = Math.sqrt(Math.min(1, Math.abs(node.change) / most));
        return { back: color(node.change > 0 ? "--more" : "--less"), ink: color("--ink"), depth: 0.35 + 0.65 * share };
      }
      if (node.kind >= 0) return { back: color("--g" + node.kind), ink: color("--page") };
      let hash = 0;
      for (const letter of node.name) hash = (hash * 31 + letter.codePointAt(0)) | 0;
      return { back: color(hash & 1 ? "--own" : "--own2"), ink: color("--ink") };
    }

    function paint() {
      const width = canvas.clientWidth;
      const ratio = window.devicePixelRatio || 1;
      canvas.style.height = depth * rowHeight + "px";
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(depth * rowHeight * ratio);
      const context = canvas.getContext("2d");
      context.scale(ratio, ratio);
      context.font = "12px system-ui, sans-serif";
      context.textBaseline = "middle";
      places = [];
      const path = new Set(callers(zoomed));
      const letterWidth = context.measureText("n").width;
      const place = (node, left, span) => {
        if (span < leastWidth) return;
        places.push({ node, left, span });
        const { back, ink, depth = 1 } = fill(node);
        const top = node.depth * rowHeight;
        const clarity = wanted !== "" && !matches(node) ? 0.35 : path.has(node) && node !== zoomed ? 0.6 : 1;
        context.globalAlpha = clarity * depth;
        context.fillStyle = back;
        context.fillRect(left, top, Math.max(0.5, span - 0.6), rowHeight - 1);
        context.globalAlpha = clarity;
        if (span > 3 * letterWidth) {
          const room = Math.floor((span - 6) / letterWidth);
          const sign = hasBase && node.isSure && node.change !== 0 ? (node.change > 0 ? "+ " : "− ") : "";
          const name = sign + node.name;
          const text = name.length <= room ? name : name.slice(0, Math.max(1, room - 1)) + "…";
          context.fillStyle = ink;
          context.fillText(text, left + 3, top + rowHeight / 2, span - 4);
        }
        context.globalAlpha = 1;
        if (node === chosen) {
          context.strokeStyle = color("--link");
          context.lineWidth = 2;
          context.strokeRect(left + 1, top + 1, Math.max(1, span - 2), rowHeight - 3);
        }
        if (path.has(node) && node !== zoomed) return;
        let at = left;
        for (const child of node.children) {
          const size = (child.value / node.value) * span;
          place(child, at, size);
          at += size;
        }
      };
      // What leads to the zoomed function stays, in full width, above it.
      for (const node of callers(zoomed)) place(node, 0, width);
    }

    // A pointer passes over many functions: only keys and clicks are announced.
    function describe(node, isAnnounced = true) {
      chosen = node;
      detail.setAttribute("aria-live", isAnnounced ? "polite" : "off");
      const total = graph.total * graph.scale || 1;
      let text = `${node.name}: ${amount(node.head * graph.scale, graph.unit)} an operation, `
        + `${percent(node.head * graph.scale / total)} with callees`;
      const own = node.head - node.children.reduce((sum, child) => sum + child.head, 0);
      if (node !== root) text += `, ${percent(Math.max(0, own) * graph.scale / total)} itself`;
      if (hasBase && node !== root) {
        const sign = node.change > 0 ? "+" : "";
        text += `; ${sign}${amount(node.change, graph.unit)} against the base`
          + (node.base === 0 ? " (new)" : node.head === 0 ? " (gone)" : "")
          + (node.isSure || node.change === 0 ? "" : ", within the noise");
      }
      detail.textContent = text;
    }

    let isPaintDue = false;
    function repaint() {
      if (isPaintDue) return;
      isPaintDue = true;
      requestAnimationFrame(() => { isPaintDue = false; paint(); });
    }

    // Scrolls the chosen row into the box.
    function show(node) {
      const frame = canvas.parentElement;
      const top = node.depth * rowHeight;
      if (top < frame.scrollTop) frame.scrollTop = top;
      else if (top + rowHeight > frame.scrollTop + frame.clientHeight) {
        frame.scrollTop = top + rowHeight - frame.clientHeight;
      }
    }

    function zoom(node) {
      zoomed = node;
      describe(node);
      paint();
    }

    function nodeAt(event) {
      const area = canvas.getBoundingClientRect();
      const row = Math.floor((event.clientY - area.top) / rowHeight);
      const x = event.clientX - area.left;
      return places.find((place) =>
        place.node.depth === row && x >= place.left && x < place.left + place.span)?.node;
    }

    canvas.addEventListener("mousemove", (event) => {
      const node = nodeAt(event);
      if (!node || node === chosen) return;
      describe(node, false);
      repaint();
    });
    canvas.addEventListener("click", (event) => {
      const node = nodeAt(event);
      if (node) zoom(node);
    });
    canvas.addEventListener("keydown", (event) => {
      const shown = (node) => places.some((place) => place.node === node);
      const siblings = chosen.caller?.children.filter(shown) ?? [];
      const index = siblings.indexOf(chosen);
      const next = {
        ArrowDown: () => chosen.children.find(shown), ArrowUp: () => chosen.caller,
        ArrowRight: () => siblings[index + 1], ArrowLeft: () => siblings[index - 1],
      }[event.key];
      if (next) {
        const node = next();
        if (node) { describe(node); paint(); show(node); }
      } else if (event.key === "Enter") {
        zoom(chosen);
      } else if (event.key === "Escape") {
        zoom(zoomed.caller ?? root);
      } else if (event.key === "/") {
        search.focus();
      } else {
        return;
      }
      event.preventDefault();
    });
    box.querySelector("[data-reset]").addEventListener("click", () => zoom(root));
    search.addEventListener("input", () => {
      wanted = search.value.trim().toLowerCase();
      // A match within a match counts once.
      const weigh = (node, build) => matches(node) ? node[build]
        : node.children.reduce((sum, child) => sum + weigh(child, build), 0);
      const all = (build) => root.children.reduce((sum, child) => sum + child[build], 0) || 1;
      found.textContent = wanted === "" ? ""
        : `${percent(weigh(root, "head") / (graph.total || 1))} `
          + (hasBase ? `(in the base ${percent(weigh(root, "base") / all("base"))}) ` : "") + "match";
      paint();
    });
    new ResizeObserver(paint).observe(canvas.parentElement);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
    zoom(root);
  }

  for (const graph of graphs) {
    const box = document.querySelector(`[data-graph="${graph.id}"]`);
    if (box) draw(box, graph);
  }
  document.documentElement.dataset.drawn = "true";
})();
