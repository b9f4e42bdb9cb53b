import type { Container, PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import type { Manifest } from './build-overlay.ts';

/** What runs in pods of one kind. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
  readonly container: Container;
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Pod', 'Job', 'CronJob'];

/**
 * Every workload with its only container. Types are checked by `schemaFaults`.
 * @throws for a pod with another number of containers, which would not be checked
 */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => kinds.includes(kind))
    .map((manifest) => {
      const { name } = manifest.metadata;
      const spec = manifest['spec'] as {
        template?: PodTemplateSpec;
        jobTemplate?: { spec: { template: PodTemplateSpec } };
      };
      const template = spec.jobTemplate?.spec.template ?? spec.template;
      const pod = template?.spec;
      const [container, ...others] = [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
      if (!pod || !container || others.length > 0) throw new Error(`${name}: a pod has one container here`);
      return { name, kind: manifest.kind, labels: template.metadata?.labels ?? {}, pod, container };
    });
}
