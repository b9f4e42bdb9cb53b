import { RequestState, Skeleton } from '@kinmel/ui';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';

interface ProfileSectionProps {
  /** Its hash on the page, `/profile#sessions`. */
  id: string;
  title: string;
  lead?: ReactNode;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of the page that links can target and that then takes the focus. */
export function ProfileSection({ id, title, lead, ref, children }: ProfileSectionProps) {
  const titleId = useId();
  return (
    <section ref={ref} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId} className="type-block">
        {title}
      </h2>
      {lead ? <p className="above-4 quiet">{lead}</p> : null}
      {children}
    </section>
  );
}

interface LoadedSectionProps<Data> extends Omit<ProfileSectionProps, 'children'> {
  request: ComponentProps<typeof RequestState>['request'] & { data?: Data | undefined };
  failureText: string;
  children: (data: Data) => ReactNode;
}

/** A part of the page that shows the answer of a request. */
export function LoadedSection<Data>({
  request,
  failureText,
  children,
  ...section
}: LoadedSectionProps<Data>) {
  return (
    <ProfileSection {...section}>
      {request.data === undefined ? (
        <RequestState request={request} text={failureText} className="above-16">
          <Skeleton height="64px" />
        </RequestState>
      ) : (
        children(request.data)
      )}
    </ProfileSection>
  );
}
