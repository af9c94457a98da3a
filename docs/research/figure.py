"""Figures of these pages: lines or points with error bars as SVG, in the manner of `reti-corpus plot`."""

COLORS = ["#1f5fa8", "#c0492b", "#3a8a4d", "#7a4fa0", "#b08a1e", "#555555"]
LEFT, RIGHT, TOP, BOTTOM = 70, 730, 44, 364


def ticks(low, high):
    """About six round numbers between two values."""
    step = 10.0 ** len(str(int(high - low))) if high - low >= 1 else 1.0
    while (high - low) / step < 5:
        step /= 2 if str(step).strip("0.").startswith(("1", "2")) else 2.5
    first = round(low / step)
    return [round(i * step, 6) for i in range(first, int(high / step) + 2) if low <= i * step <= high]


def draw(path, title, across, up, series, joined=True, zero=False):
    """Series are (name, [(x, y, low, high)...]); low and high may be None. `zero` draws the line y = 0."""
    points = [point for _, points in series for point in points]
    xs = [point[0] for point in points]
    ys = [value for point in points for value in point[1:] if value is not None] + ([0.0] if zero else [])
    margin = 0.06 * (max(ys) - min(ys) or 1)
    x0, x1, y0, y1 = min(xs), max(xs), min(ys) - margin, max(ys) + margin
    pad = 0.03 * (x1 - x0 or 1)
    x0, x1 = x0 - pad, x1 + pad
    to_x = lambda x: LEFT + (x - x0) / (x1 - x0) * (RIGHT - LEFT)
    to_y = lambda y: BOTTOM - (y - y0) / (y1 - y0) * (BOTTOM - TOP)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 420" font-family="sans-serif" font-size="13">',
           '<rect width="920" height="420" fill="#fff"/>']
    for y in ticks(y0, y1):
        out.append(f'<path d="M{LEFT} {to_y(y):.1f}H{RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{to_y(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    # Points that are not joined are kinds, told apart by colour.
    for x in ticks(x0, x1) if joined else []:
        out.append(f'<text x="{to_x(x):.1f}" y="382" text-anchor="middle">{x:g}</text>')
    if zero:
        out.append(f'<path d="M{LEFT} {to_y(0):.1f}H{RIGHT}" stroke="#999" stroke-dasharray="4 4"/>')
    out.append(f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/>')
    out.append(f'<text x="400" y="24" text-anchor="middle" font-size="16">{title}</text>')
    out.append(f'<text x="400" y="406" text-anchor="middle">{across}</text>')
    out.append(f'<text x="18" y="204" transform="rotate(-90 18 204)" text-anchor="middle">{up}</text>')
    for index, (name, points) in enumerate(series):
        color = COLORS[index % len(COLORS)]
        if joined:
            line = "L".join(f"{to_x(x):.1f} {to_y(y):.1f}" for x, y, _, _ in points)
            out.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        for x, y, low, high in points:
            out.append(f'<circle cx="{to_x(x):.1f}" cy="{to_y(y):.1f}" r="3.5" fill="{color}"/>')
            if low is not None:
                out.append(f'<path d="M{to_x(x):.1f} {to_y(low):.1f}V{to_y(high):.1f}" stroke="{color}"/>')
        out.append(f'<circle cx="748" cy="{60 + 22 * index}" r="4" fill="{color}"/>')
        out.append(f'<text x="758" y="{64 + 22 * index}">{name}</text>')
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n</svg>\n")
