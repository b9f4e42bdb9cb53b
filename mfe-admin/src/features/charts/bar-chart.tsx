import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import classes from './bar-chart.module.css';

export interface BarChartProps {
  /** The chart is rendered again when the array changes. */
  labels: readonly string[];
  values: readonly number[];
  /** Formats a value of the axis. */
  format: (value: number) => string;
}

const heightPx = 200;
/** Minimum distance between two labels. */
const minLabelDistancePx = 64;

/** A canvas cannot use custom properties, so colors and font are read from the element. */
function tokensOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    bar: token('--pine-text'),
    text: token('--ink-2'),
    line: token('--line'),
    font: `12px ${style.fontFamily}`,
  };
}

function draw(element: HTMLElement, { labels, values, format }: BarChartProps): uPlot {
  const { bar, text, line, font } = tokensOf(element);
  const axis = { stroke: text, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  return new uPlot(
    {
      width: element.clientWidth,
      height: heightPx,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.5, labels.length - 0.5] },
        y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: minLabelDistancePx,
          incrs: [1, 2, 5, 7, 10, 20, 50],
          values: (_plot, positions) => positions.map((position) => labels[position]?.split(' – ')[0] ?? ''),
        },
        { ...axis, size: 48, values: (_plot, figures) => figures.map(format) },
      ],
      series: [
        {},
        {
          fill: bar,
          stroke: bar,
          width: 0,
          points: { show: false },
          ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.7, 48] }) } : {}),
        },
      ],
    },
    [labels.map((_, index) => index), [...values]],
    element,
  );
}

/** Bars from zero in the colors of the page. Screen readers use the table beside the chart. */
export function BarChart({ labels, values, format }: BarChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let plot = draw(element, { labels, values, format });
    const resizeObserver = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: heightPx }),
    );
    resizeObserver.observe(element);
    const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = draw(element, { labels, values, format });
    };
    darkScheme.addEventListener('change', redraw);
    return () => {
      darkScheme.removeEventListener('change', redraw);
      resizeObserver.disconnect();
      plot.destroy();
    };
  }, [labels, values, format]);
  return <div ref={ref} aria-hidden="true" className={classes.chart} />;
}
