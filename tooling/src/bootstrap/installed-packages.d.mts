export declare function matchesLockFile(root: string): boolean;
