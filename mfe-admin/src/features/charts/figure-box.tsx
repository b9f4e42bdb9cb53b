import { type ReactNode, useId, useState } from 'react';
import { BarChart, type BarChartProps } from './bar-chart.tsx';
import classes from './charts.module.css';

interface FigureBoxProps extends BarChartProps {
  title: string;
  /** What the figures come to. */
  summary: ReactNode;
  /** The head of the first column of the table. */
  rowHead: string;
  /** Writes a figure at the axis of the chart, where there is little room; otherwise as in the table. */
  axisFormat?: BarChartProps['format'];
}

/** A chart with its sum and its table, for who reads figures rather than pictures. */
export function FigureBox({
  title,
  summary,
  rowHead,
  labels,
  values,
  format,
  axisFormat = format,
}: FigureBoxProps) {
  const id = useId();
  const [isTableOpen, setTableOpen] = useState(false);
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.title}>
        {title}
      </figcaption>
      <p className={classes.summary}>{summary}</p>
      <BarChart labels={labels} values={values} format={axisFormat} />
      <details onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary className={classes.more}>Table of {title.toLowerCase()}</summary>
        {/* Only rows that somebody looks at are in the document. */}
        {isTableOpen ? (
          <table aria-labelledby={id} className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{rowHead}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{format(values[index] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </details>
    </figure>
  );
}
