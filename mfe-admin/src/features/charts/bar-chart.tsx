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
const labelEveryPx = 64;

/** A canvas cannot use custom properties, so colors and font are read from the element. */
function tokensOf(place: HTMLElement) {
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    bar: token('--pine-text'),
    text: token('--ink-2'),
    line: token('--line'),
    font: `12px ${style.fontFamily}`,
  };
}

function draw(place: HTMLElement, { labels, values, format }: BarChartProps): uPlot {
  const { bar, text, line, font } = tokensOf(place);
  const axis = { stroke: text, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  return new uPlot(
    {
      width: place.clientWidth,
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
          space: labelEveryPx,
          incrs: [1, 2, 5, 7, 10, 20, 50],
          values: (_plot, places) => places.map((at) => labels[at]?.split(' – ')[0] ?? ''),
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
    place,
  );
}

/** Bars from zero in the colors of the page. Screen readers use the table beside the chart. */
export function BarChart({ labels, values, format }: BarChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    let plot = draw(place, { labels, values, format });
    const sizes = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: heightPx }));
    sizes.observe(place);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const drawAnew = () => {
      plot.destroy();
      plot = draw(place, { labels, values, format });
    };
    dark.addEventListener('change', drawAnew);
    return () => {
      dark.removeEventListener('change', drawAnew);
      sizes.disconnect();
      plot.destroy();
    };
  }, [labels, values, format]);
  return <div ref={ref} aria-hidden="true" className={classes.chart} />;
}
