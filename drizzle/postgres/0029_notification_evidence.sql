ALTER TABLE "notification" ADD COLUMN "revision_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_revision_id_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revision"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_revision" ON "notification" USING btree ("revision_id");