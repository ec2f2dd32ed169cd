/** What the service worker uses of its scope, whose types clash with those of pages. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: object): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: ScopeEvent) => void): void;
}

export interface OpenPage {
  readonly visibilityState: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface ScopeEvent {
  waitUntil(work: Promise<unknown>): void;
  readonly data?: { json(): unknown };
  readonly notification?: Notification;
}

export const scope = globalThis as unknown as Scope;

/** A request of a page. */
export interface FetchEvent extends ScopeEvent {
  readonly request: Request;
  /** The answer to a navigation that the browser has asked for beside the start of the worker. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** While the worker is installed, some browsers take rules for requests that need not start it. */
export interface InstallEvent extends ScopeEvent {
  addRoutes?(rules: object): Promise<unknown>;
}
