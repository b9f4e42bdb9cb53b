import { z } from 'zod';
import type { Manifest } from './build-overlay.ts';

const keyRef = z.strictObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() });
const variableSchema = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .strictObject({ configMapKeyRef: keyRef.optional(), secretKeyRef: keyRef.optional() })
    .optional(),
});
export type Variable = z.output<typeof variableSchema>;

const probeSchema = z.looseObject({
  httpGet: z.looseObject({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
  timeoutSeconds: z.number().optional(),
});
const amounts = z.object({ cpu: z.string(), memory: z.string() });

const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  env: z.array(variableSchema).default([]),
  envFrom: z.array(z.unknown()).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z
    .array(z.looseObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }))
    .default([]),
  resources: z.looseObject({ requests: amounts.optional(), limits: amounts.optional() }).default({}),
  securityContext: z.looseObject({}).optional(),
  startupProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  readinessProbe: probeSchema.optional(),
  lifecycle: z
    .looseObject({
      preStop: z.looseObject({ sleep: z.looseObject({ seconds: z.number() }).optional() }).optional(),
    })
    .optional(),
});

const podSchema = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  enableServiceLinks: z.boolean().optional(),
  serviceAccountName: z.string().optional(),
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z.looseObject({}).optional(),
  topologySpreadConstraints: z
    .array(
      z.looseObject({
        topologyKey: z.string(),
        labelSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
        matchLabelKeys: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  initContainers: z.array(z.unknown()).max(0, 'no container that is not checked').default([]),
  containers: z.tuple([containerSchema]),
  volumes: z
    .array(
      z.looseObject({
        name: z.string(),
        persistentVolumeClaim: z.looseObject({ claimName: z.string() }).optional(),
      }),
    )
    .default([]),
});

/** What runs in pods of one kind, and what stands around it. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: z.output<typeof podSchema>;
  readonly container: z.output<typeof containerSchema>;
}

const templateSchema = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: podSchema,
});
const withTemplate = z.looseObject({ spec: z.looseObject({ template: templateSchema }) });
const withJob = z.looseObject({ spec: z.looseObject({ jobTemplate: withTemplate }) });

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Pod', 'Job', 'CronJob'];

/** Everything that runs, each with its only container; throws for what has no such shape. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => kinds.includes(kind))
    .map((manifest) => {
      const { template } = (
        manifest.kind === 'CronJob' ? withJob.parse(manifest).spec.jobTemplate : withTemplate.parse(manifest)
      ).spec;
      return {
        name: manifest.metadata.name,
        kind: manifest.kind,
        labels: template.metadata.labels,
        pod: template.spec,
        container: template.spec.containers[0],
      };
    });
}
