ALTER TABLE "review" ADD COLUMN "pull_request" integer;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "is_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "review_pull_request" ON "review" USING btree ("project_id","pull_request");--> statement-breakpoint
CREATE INDEX "review_branch" ON "review" USING btree ("project_id","branch");--> statement-breakpoint
UPDATE "review" SET "pull_request" = coalesce(substring("pr_ref" from '(?:^|\D)(\d{1,9})$'), substring("external_ref" from '(?:^|\D)(\d{1,9})$'))::integer;
