// One line per test file, and each failure in full: progress of a long run in a log without a terminal.
module.exports = class JestProgressReporter {
  #done = 0;
  #total = 0;
  onRunStart(results) {
    this.#total = results.numTotalTestSuites;
  }
  onTestResult(test, result) {
    this.#done += 1;
    const failureCount = result.numFailingTests + (result.testExecError ? 1 : 0);
    const name = test.path.replace(`${process.cwd()}/`, '');
    process.stdout.write(`${this.#done}/${this.#total} ${failureCount > 0 ? 'FAIL' : 'pass'} ${name}\n`);
    if (failureCount > 0 && result.failureMessage) process.stdout.write(`${result.failureMessage}\n`);
  }
};
