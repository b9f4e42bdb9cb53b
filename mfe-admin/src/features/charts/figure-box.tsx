import { useId, useState } from 'react';
import layout from '../../frame/layout.module.css';
import { BarChart, type BarChartProps } from './bar-chart.tsx';
import classes from './charts.module.css';

interface FigureBoxProps extends BarChartProps {
  title: string;
  total: string;
  /** Text after the total. */
  detail: string;
  /** Header of the first column of the table. */
  rowHead: string;
  /** Short format for the axis. */
  axisFormat?: BarChartProps['format'];
}

/** A chart with its totals and the same data as a table. */
export function FigureBox({
  title,
  total,
  detail,
  rowHead,
  labels,
  values,
  format,
  axisFormat = format,
}: FigureBoxProps) {
  const id = useId();
  const [isTableOpen, setTableOpen] = useState(false);
  return (
    <figure className={`${layout.box} stack gap-12`} aria-labelledby={id}>
      <figcaption id={id} className="type-card">
        {title}
      </figcaption>
      <p className="type-detail figures">
        <strong>{total}</strong> <span>{detail}</span>
      </p>
      <BarChart labels={labels} values={values} format={axisFormat} />
      <details onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary className={classes.more}>{`Table of ${title.toLowerCase()}`}</summary>
        {/* Rows are rendered only while the table is open. */}
        {isTableOpen ? (
          <table aria-labelledby={id} className={`type-small ${classes.table}`}>
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
